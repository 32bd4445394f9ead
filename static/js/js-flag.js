// @ts-check
// This class shows the stylesheets that scripts run. The script isn’t a module, so that it runs
// before the first paint.
document.documentElement.classList.add("js");
