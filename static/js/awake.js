// @ts-check
// Keeps the screen on while a game is played. Browsers release the lock when the page is hidden, so
// it is requested again when people return. A switch turns this off, and the phone remembers the
// choice.

let isOn = true;
try {
  isOn = localStorage.getItem("awake") !== "off";
} catch {
  // The storage is unavailable, so the switch applies only to this page.
}
/** @type {WakeLockSentinel | null} */
let lock = null;

const update = async () => {
  if (!isOn) await lock?.release();
  if (!isOn || document.visibilityState !== "visible" || lock?.released === false) return;
  // A phone may refuse the lock, for example to save its battery.
  lock = await navigator.wakeLock.request("screen").catch(() => null);
};

// A change during a request waits until the browser has responded.
let turn = Promise.resolve();
const updateInTurn = () => (turn = turn.then(update));

if ("wakeLock" in navigator) {
  const control = document.getElementById("awake");
  const box = control?.querySelector("input");
  if (control && box) {
    control.hidden = false;
    box.checked = isOn;
    box.addEventListener("change", () => {
      isOn = box.checked;
      try {
        localStorage.setItem("awake", isOn ? "on" : "off");
      } catch {
        // The storage is full or unavailable, as above.
      }
      updateInTurn();
    });
  }
  document.addEventListener("visibilitychange", updateInTurn);
  updateInTurn();
}
