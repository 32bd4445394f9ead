// @ts-check
// The recovery page: fills in the code from a QR code. The code is in the part of the URL that
// browsers don’t send to the server, so no log contains it.

const field = /** @type {HTMLInputElement | null} */ (document.getElementById("code"));
const code = decodeURIComponent(location.hash.slice(1));
if (field && code) {
  field.value = code;
  history.replaceState(null, "", location.pathname);
}
