// @ts-check
// If a form can’t be submitted with htmx, shows the reason and offers to send the form again. The
// form keeps its key, so the server saves it only once, even if it was saved and only the response
// was lost.

/**
 * The parts of htmx’s request configuration that are used here.
 * @typedef {{ verb: string, elt: HTMLElement, triggeringEvent: SubmitEvent }} RequestConfig
 */

/** @template {HTMLElement} T @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const notice = byId("failure");
const message = byId("failure-text");
const texts = /** @type {HTMLTemplateElement} */ (byId("failure-texts")).content;
/** @param {string} action */
const button = (action) => /** @type {HTMLButtonElement} */ (notice.querySelector(`[data-${action}]`));
/** @type {RequestConfig | null} */
let failed = null;

/**
 * @param {RequestConfig} request
 * @param {string | number} cause
 */
const show = (request, cause) => {
  if (request.verb !== "post") return;
  const { elt, triggeringEvent } = request;
  const detail = { cause, submitter: triggeringEvent?.submitter ?? null };
  // An entry can be kept on this phone until it is sent.
  if (!elt.dispatchEvent(new CustomEvent("unsent", { bubbles: true, cancelable: true, detail }))) return;
  failed = request;
  const text = /** @type {HTMLElement} */ (texts.querySelector(`[data-for~="${cause}"]`) ?? texts.querySelector('[data-for="other"]'));
  notice.hidden = false;
  button("reload").hidden = !("reload" in text.dataset);
  message.textContent = text.textContent;
  // A button that was disabled during the request loses the focus, at the latest in the next frame.
  if (document.activeElement?.matches("body, :disabled")) button("again").focus();
  else document.activeElement?.scrollIntoView({ block: "nearest" });
};

const hide = () => {
  notice.hidden = true;
  message.textContent = "";
};

const sendAgain = () => {
  if (!failed) return;
  const { elt, triggeringEvent } = failed;
  if (elt instanceof HTMLFormElement) elt.requestSubmit(triggeringEvent.submitter);
  else elt.click();
};

/**
 * @param {string} name
 * @param {(detail: { requestConfig: RequestConfig, xhr: XMLHttpRequest }) => void} act
 */
const onHtmx = (name, act) => document.addEventListener(`htmx:${name}`, (event) => act(/** @type {CustomEvent} */ (event).detail));

onHtmx("responseError", ({ requestConfig, xhr }) => show(requestConfig, xhr.status));
onHtmx("timeout", ({ requestConfig }) => show(requestConfig, "timeout"));
onHtmx("sendError", ({ requestConfig }) => show(requestConfig, "connection"));
onHtmx("beforeRequest", ({ requestConfig }) => {
  if (requestConfig.verb === "post") hide();
});
button("again").addEventListener("click", sendAgain);
button("reload").addEventListener("click", () => location.reload());
button("close").addEventListener("click", hide);
