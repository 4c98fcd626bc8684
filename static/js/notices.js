// Lets this browser take notices: it is asked for its consent, and the server learns where to send them. Nothing else on the
// page needs this script.
(() => {
  const place = document.getElementById("push");
  if (!place) return;
  const button = /** @type {HTMLButtonElement} */ (place.querySelector("button"));
  const said = /** @type {HTMLElement} */ (place.querySelector("[role=status]"));
  const { value: token } = /** @type {HTMLInputElement} */ (document.querySelector("input[name=token]"));
  /** @type {(what: "cannot" | "denied" | "failed" | "install") => void} */
  const tell = (what) => (said.textContent = place.dataset[what] ?? "");
  const taken = "serviceWorker" in navigator && "PushManager" in window;
  // iPhones and iPads take them only once the site is on the home screen, and only there say whether it is.
  if (!taken) return tell("standalone" in navigator && !navigator.standalone ? "install" : "cannot");

  /** @type {(text: string) => Uint8Array<ArrayBuffer>} */
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const worker = () => navigator.serviceWorker.register("/static/js/worker.js");
  /** @type {(address: string) => boolean} */
  const listed = (address) => {
    /** @type {NodeListOf<HTMLElement>} */
    const known = document.querySelectorAll("[data-address]");
    return [...known].some((one) => one.dataset.address === address);
  };
  /** @type {(subscription: PushSubscription) => Promise<Response>} */
  const send = (subscription) => {
    const { endpoint, keys = {} } = subscription.toJSON();
    const headers = { "Content-Type": "application/json", "X-Horloge-Token": token };
    const body = JSON.stringify({ address: endpoint, p256dh: keys.p256dh, auth: keys.auth });
    return fetch("/api/v1/me/notices/browsers", { method: "POST", headers, body });
  };
  const subscribe = async () => {
    if ((await Notification.requestPermission()) !== "granted") return tell("denied");
    const { pushManager } = await worker();
    const options = { userVisibleOnly: true, applicationServerKey: bytes(place.dataset.key ?? "") };
    const before = await pushManager.getSubscription();
    await before?.unsubscribe(); // it may be of another key
    const answer = await send(await pushManager.subscribe(options));
    if (!answer.ok) throw new Error(String(answer.status));
    await (await caches.open("horloge-notices")).put("/token", new Response(token)); // for the worker, when the address changes
    location.replace("/me/notices?done=notices#ways");
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await subscribe();
    } catch {
      tell("failed");
    }
    button.disabled = false;
  });
  worker()
    .then(({ pushManager }) => pushManager.getSubscription())
    .then((subscription) => (button.hidden = subscription !== null && listed(subscription.endpoint)))
    .catch(() => tell("cannot"));
})();
