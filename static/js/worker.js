// Shows notifications while the site is closed. A later one about the same table replaces the earlier one, and
// a click leads to where it is decided.
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

scope.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, address, topic, id } = event.data.json();
  const shown = { body, tag: topic, data: { address, id }, icon: "/static/icons/horloge-192.png" };
  event.waitUntil(scope.registration.showNotification(title, shown));
  if ("setAppBadge" in scope.navigator) event.waitUntil(scope.navigator.setAppBadge().catch(() => {})); // badge.js counts
});

scope.addEventListener("notificationclick", (event) => {
  const { address } = event.notification.data;
  event.notification.close();
  const open = async () => {
    const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find(({ url }) => url.split("#")[0] === address.split("#")[0]);
    return there ? there.focus() : scope.clients.openWindow(address);
  };
  event.waitUntil(open());
});

// The browser may move to a new address at any time: the server learns of it as it learned of the first one. It gives up the
// old address by itself when that answers no more.
scope.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const { pushManager } = scope.registration;
    const old = event.oldSubscription ?? (await pushManager.getSubscription());
    const now = event.newSubscription ?? (old && (await pushManager.subscribe(old.options)));
    const token = await (await caches.open("horloge-notices")).match("/token");
    if (!now || !token) return; // without these the server cannot learn of it: the page of notices asks for consent again
    const { endpoint, keys = {} } = now.toJSON();
    const headers = { "Content-Type": "application/json", "X-Horloge-Token": await token.text() };
    const body = JSON.stringify({ address: endpoint, p256dh: keys.p256dh, auth: keys.auth });
    await fetch("/api/v1/me/notices/browsers", { method: "POST", headers, body });
  };
  event.waitUntil(renew());
});
