// @ts-check
// Stylesheets use this class to detect that scripts run. This script isn’t a module, so that it
// runs before the first paint.
document.documentElement.classList.add("js");
