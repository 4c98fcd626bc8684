// Clocks and deadlines on a table's page: moments in the reader's zone, and what is left of the time, second by second. The
// server's time counts, as it was when the page was made; without this, the page says by when.
(() => {
  const table = document.getElementById("table");
  const { zone, now } = table.dataset;
  if (!zone) return;
  const language = document.documentElement.lang.replace(/^en$/, "en-GB");
  const ahead = now ? Date.parse(now) - Date.now() : 0;
  const day = new Intl.DateTimeFormat(language, { timeZone: zone, day: "numeric", month: "short", year: "numeric" });
  const hour = new Intl.DateTimeFormat(language, { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const named = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "short" });
  const unit = (n, name) => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" }).format(n);

  const place = (at) => {
    const short = named.formatToParts(at).find(({ type }) => type === "timeZoneName").value;
    return /^[A-Z]+$/.test(short) ? short : zone.split("/").pop().replaceAll("_", " ");
  };
  const said = (at) => `${day.format(at)}, ${hour.format(at)} ${place(at)}`;
  const left = (seconds) => {
    const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
    if (days) return `${unit(days, "day")} ${unit(hours, "hour")}`;
    if (hours) return `${unit(hours, "hour")} ${unit(minutes, "minute")}`;
    return `${minutes}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;
  };
  const tick = () => {
    for (const time of document.querySelectorAll("time[data-moment]:not([data-zone])")) {
      time.dataset.zone = zone;
      time.textContent = said(new Date(time.dateTime));
    }
    for (const one of document.querySelectorAll("[data-due]")) {
      const seconds = Math.max(0, (Date.parse(one.dataset.due) - Date.now() - ahead) / 1000);
      const text = one.dataset.said.replace("{time}", left(seconds));
      if (one.textContent !== text) one.textContent = text;
      one.classList.toggle("short", seconds < 60);
    }
  };
  setInterval(tick, 500);
  document.addEventListener("horloge:changed", tick);
  tick();
})();
