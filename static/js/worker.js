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
