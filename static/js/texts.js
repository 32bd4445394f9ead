// @ts-check
// Texts that scripts show. Pages hold them in the reader’s language, in a template with the id “texts”.

/**
 * Return a text of the page with its fields, such as `{count}`, filled in.
 * @param {string} name
 * @param {Record<string, string | number>} [fields]
 */
export const text = (name, fields = {}) => {
  const texts = /** @type {HTMLTemplateElement | null} */ (document.getElementById("texts"));
  return fill(texts?.content.querySelector(`[data-name="${name}"]`)?.textContent ?? "", fields);
};

/**
 * Return a sentence with its fields filled in.
 * @param {string} sentence
 * @param {Record<string, string | number>} fields
 */
export const fill = (sentence, fields) => sentence.replace(/\{(\w+)\}/g, (field, name) => String(fields[name] ?? field));
