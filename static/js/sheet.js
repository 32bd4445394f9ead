// The builder of a sheet: asks once for the same, marks what is refused, keeps its address in step.
(() => {
  "use strict";

  const form = document.getElementById("order");
  const sheet = document.getElementById("sheet");
  const offline = document.getElementById("offline");
  // What is blank counts as not there.
  const typed = () => new URLSearchParams([...new FormData(form)].filter(([, text]) => text)).toString();
  const link = () => document.getElementById("sheet-pdf");
  let wanted = typed();
  let shown = wanted;

  // Before htmx gives up a request that is under way.
  form.addEventListener("htmx:confirm", (event) => {
    // House rules that the table keeps fill the form anew, whatever stands in it.
    const fills = event.detail.triggeringEvent?.submitter?.name === "rules";
    if (typed() === wanted && !fills) event.preventDefault();
    wanted = typed();
  });

  form.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    shown = wanted;
    offline.hidden = true;
    let isRefused = false;
    for (const problem of form.querySelectorAll(".problem")) {
      const field = form.querySelector(`[aria-describedby~="${problem.id}"]`);
      if (problem.textContent) {
        isRefused = true;
        field?.setAttribute("aria-invalid", "true");
        for (let fold = problem.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      } else {
        field?.removeAttribute("aria-invalid");
      }
    }
    history.replaceState(null, "", location.pathname + (isRefused ? `?${shown}` : link().search));
  });

  const failed = () => {
    wanted = "";
    offline.hidden = false;
  };
  form.addEventListener("htmx:sendError", failed);
  form.addEventListener("htmx:responseError", failed);
  form.addEventListener("htmx:timeout", failed);
  sheet.addEventListener("error", failed, true);

  // Who is quicker than the preview gets what was typed, too.
  sheet.addEventListener("click", (event) => {
    if (event.target === link() && typed() !== shown) link().search = typed();
  });
})();
