// Times on every page: near now by how far off they are, kept so as time passes, else the day and the hour in the reader's
// zone. The server has told them so already where it knew the zone; where it doesn't, the browser's is said to it by a cookie.
// The server's clock counts, as it was when the page was made.
(() => {
  const { zone: known, now, times: json } = document.getElementById("times").dataset;
  /** @typedef {Record<"minutes" | "hours", [one: string, other: string]> & { now: string }} Way */
  /** @type {Record<"left" | "in" | "ago", Way> & { over: string, due: string }} */
  const times = JSON.parse(json);
  const language = document.documentElement.lang.replace(/^en$/, "en-GB");
  const ahead = now ? Date.parse(now) - Date.now() : 0;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const zone = known || own || "UTC";
  if (!known && own) {
    document.cookie = `zone=${own}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  }

  /** @type {(options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat} */
  const format = (options) => new Intl.DateTimeFormat(language, { timeZone: zone, ...options });
  const day = format({ day: "numeric", month: "short", year: "numeric" });
  const hour = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const named = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "short" });
  /** @type {(at: number) => string} */
  const place = (at) => {
    const short = named.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value;
    return short && /^[A-Z]+$/.test(short) ? short : zone.replace(/.*\//, "").replaceAll("_", " ");
  };
  /** @type {(at: number) => string} */
  const absolute = (at) => `${day.format(at)}, ${hour.format(at)} ${place(at)}`;

  const plural = new Intl.PluralRules(language);
  /** @type {(way: "left" | "in" | "ago", unit: "minutes" | "hours", n: number) => string} */
  const forms = (way, unit, n) => times[way][unit][plural.select(n) === "one" ? 0 : 1].replace("{n}", `${n}`);
  /** @type {(seconds: number, kind: string | undefined) => string | undefined} */
  const near = (seconds, kind) => {
    const size = Math.abs(seconds);
    if (size >= 86400 && (kind === "at" || seconds > 0)) return;
    if (kind === "left" && seconds <= 0) return times.over;
    const way = kind === "left" ? "left" : seconds > 0 ? "in" : "ago";
    if (size < 60) return times[way].now;
    return size < 3600 ? forms(way, "minutes", Math.floor(size / 60)) : forms(way, "hours", Math.floor(size / 3600));
  };

  const tick = () => {
    for (const time of document.querySelectorAll("time[data-moment]:not([data-ticks])")) {
      const at = Date.parse(time.dateTime);
      if (!time.dataset.exact) time.title = time.dataset.exact = (known && time.title) || absolute(at);
      const { moment: kind, exact = "" } = time.dataset;
      const text = near((at - Date.now() - ahead) / 1000, kind) ?? (kind === "left" ? times.due.replace("{when}", exact) : exact);
      if (time.textContent !== text) time.textContent = text;
    }
  };
  // Later parts are put right before they are painted.
  new MutationObserver((changes) => {
    /** @type {(change: MutationRecord) => boolean} */
    const fresh = ({ addedNodes }) => [.../** @type {NodeListOf<Added>} */ (addedNodes)].some((one) => one.matches?.("time[data-moment]") || one.querySelector?.("time[data-moment]"));
    if (changes.some(fresh)) tick();
  }).observe(document.documentElement, { childList: true, subtree: true });
  setInterval(tick, 5000);
  document.addEventListener("visibilitychange", tick);
  tick();
})();
