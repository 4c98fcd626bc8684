// The clocks on a table's page: in the last hour what is left of the time, second by second. The server's time counts, as it
// was when the page was made; without this, the page says how many minutes are left (js/times.js).
(() => {
  const { now } = document.getElementById("times").dataset;
  const ahead = now ? Date.parse(now) - Date.now() : 0;
  const tick = () => {
    for (const one of document.querySelectorAll(".left[data-said]")) {
      const time = one.querySelector("time");
      if (!time) continue;
      const seconds = Math.max(0, (Date.parse(time.dateTime) - Date.now() - ahead) / 1000);
      one.classList.toggle("short", seconds < 60);
      time.toggleAttribute("data-ticks", seconds < 3600);
      if (seconds >= 3600) continue;
      const left = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;
      const text = one.dataset.said.replace("{time}", left);
      if (time.textContent !== text) time.textContent = text;
    }
  };
  setInterval(tick, 500);
  document.addEventListener("horloge:changed", tick);
  tick();
})();
