// The icon of the installed site tells how many games wait for its reader. In a tab of a browser there is no icon, and
// nothing is asked.
(() => {
  if (!("setAppBadge" in navigator) || !matchMedia("(display-mode: standalone)").matches) return;
  /** @type {number | undefined} */
  let soon;
  const count = async () => {
    const answer = await fetch("/api/v1/mine");
    if (!answer.ok) return;
    /** @type {{ waiting: number }} */
    const { waiting } = await answer.json();
    await (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge());
  };
  const later = () => {
    clearTimeout(soon);
    soon = setTimeout(() => count().catch(() => {}), 1000); // a table changes several times while bots play
  };
  for (const event of ["horloge:changed", "visibilitychange"]) document.addEventListener(event, later);
  count().catch(() => {});
})();
