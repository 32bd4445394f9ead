// @ts-check
// Stylesheets use this class to detect whether JavaScript is enabled. This script isn’t a module, so that it
// runs before the first paint.
document.documentElement.classList.add("js");
