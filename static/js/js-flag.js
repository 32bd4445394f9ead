// @ts-check
// Styles know by this class that scripts run. It is not a module, so that it runs before the first paint.
document.documentElement.classList.add("js");
