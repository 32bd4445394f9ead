// A form that htmx posted and that failed: say why, and send the same form again on request. Its key
// is the same then, so the server saves it once even if only the answer got lost.
(() => {
  "use strict";

  const notice = document.getElementById("failure");
  const texts = document.getElementById("failure-texts").content;
  const button = (action) => notice.querySelector(`[data-${action}]`);
  let failed = null; // the configuration of the htmx request

  const show = (request, cause) => {
    if (request.verb !== "post") return;
    failed = request;
    const text = texts.querySelector(`[data-for~="${cause}"]`) ?? texts.querySelector('[data-for="other"]');
    notice.hidden = false;
    button("reload").hidden = !("reload" in text.dataset);
    document.getElementById("failure-text").textContent = text.textContent;
    // A button that was disabled while the request was under way has lost the focus.
    if (document.activeElement === document.body) button("again").focus();
    else document.activeElement.scrollIntoView({ block: "nearest" });
  };

  const hide = () => {
    notice.hidden = true;
    document.getElementById("failure-text").textContent = "";
  };

  const sendAgain = () => {
    const { elt, triggeringEvent } = failed;
    if (elt.matches("form")) elt.requestSubmit(triggeringEvent.submitter);
    else elt.click();
  };

  document.addEventListener("htmx:responseError", ({ detail }) => show(detail.requestConfig, detail.xhr.status));
  document.addEventListener("htmx:timeout", ({ detail }) => show(detail.requestConfig, "timeout"));
  document.addEventListener("htmx:sendError", ({ detail }) => show(detail.requestConfig, "connection"));
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig.verb === "post") hide();
  });
  button("again").addEventListener("click", sendAgain);
  button("reload").addEventListener("click", () => location.reload());
  button("close").addEventListener("click", hide);
})();
