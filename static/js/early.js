// @ts-check
// Does what people have done before the modules had run.

/**
 * An event, and the text and the tick of its input at that time.
 * @typedef {{ event: any, value: string, checked: boolean }} Early
 */

/** @param {string} key */
const press = (key) => {
  const isUnhandled = (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const field = document.activeElement; // a module may have moved the focus
  if (!isUnhandled || !(field instanceof HTMLInputElement)) return;
  if (key === "Enter") {
    field.form?.requestSubmit();
    return;
  }
  const end = field.selectionEnd ?? 0, start = field.selectionStart ?? 0;
  if (key === "Backspace") field.setRangeText("", start < end ? start : Math.max(0, end - 1), end, "end");
  else field.setRangeText(key, start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

/**
 * Report a change again. A draft may have been restored in the meantime, but what somebody has just
 * typed counts.
 * @param {Early} change
 */
const report = ({ event, value, checked }) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (event.type === "input" && value) for (const other of field.closest(".pair")?.querySelectorAll("input") ?? []) other.value = "";
  if (field.type !== "file") field.value = value;
  if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
  const active = /** @type {HTMLElement} */ (document.activeElement);
  field.dispatchEvent(new Event(event.type, { bubbles: true }));
  if (active !== field && active !== document.body) active.focus();
};

/** @param {Early[]} early */
export const repeat = (early) => {
  /** @type {HTMLElement | null} the element of the last key */
  let last = null;
  for (const each of early) {
    const { type, target, key, submitter } = each.event;
    if (type === "click") {
      target.closest("button").click();
    } else if (type === "submit") {
      target.requestSubmit(submitter);
    } else if (type === "keydown") {
      if (target !== last) target.focus();
      last = target;
      press(key);
    } else {
      report(each);
    }
  }
};
