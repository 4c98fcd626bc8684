// Shows notices while the site is closed. What is told later about the same table takes the place of what was told before, and
// a click leads to where it is decided.
addEventListener("push", (event) => {
  const { title, body, address, topic, id } = event.data.json();
  const shown = { body, tag: topic, data: { address, id }, icon: "/static/icons/horloge.svg" };
  event.waitUntil(registration.showNotification(title, shown));
});

addEventListener("notificationclick", (event) => {
  const { address } = event.notification.data;
  event.notification.close();
  const open = async () => {
    const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find(({ url }) => url.split("#")[0] === address.split("#")[0]);
    return there ? there.focus() : clients.openWindow(address);
  };
  event.waitUntil(open());
});

// The browser may move to a new address at any time: the server learns of it as it learned of the first one. It gives up the
// old address by itself when that answers no more.
addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const { options } = event.oldSubscription ?? (await registration.pushManager.getSubscription());
    const { endpoint, keys } = (event.newSubscription ?? (await registration.pushManager.subscribe(options))).toJSON();
    const token = await (await (await caches.open("horloge-notices")).match("/token")).text();
    const headers = { "Content-Type": "application/json", "X-Horloge-Token": token };
    const body = JSON.stringify({ address: endpoint, p256dh: keys.p256dh, auth: keys.auth });
    await fetch("/api/v1/me/notices/browsers", { method: "POST", headers, body });
  };
  event.waitUntil(renew());
});
