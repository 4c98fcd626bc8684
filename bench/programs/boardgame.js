// boardgame.io's own server with a small game, for bench.server and bench.fanout: four seats in turn, about 2 kB of state, kept in
// memory. `node boardgame.js PORT`, where boardgame.io is installed.
const { Server, Origins } = require("boardgame.io/server");

const POWERS = ["uk", "france", "usa", "italy"];
const REGIONS = ["europe", "asia", "africa", "americas", "oceania"];

const setup = () => ({
  mats: POWERS.map((name) => ({
    name,
    leader: `the leader of ${name}`,
    available: 12,
    exhausted: 0,
    happiness: 5,
    units: [0, 1, 2].map((unit) => ({ unit, at: "home", tired: false })),
    settled: [],
  })),
  issues: Array.from({ length: 9 }, (_, n) => ({
    id: `issue-${n}`,
    region: REGIONS[n % 5],
    stars: 1 + (n % 3),
    cubes: { uk: 0, france: 0, usa: 0, italy: 0 },
  })),
  regions: REGIONS.map((name) => ({ name, unrest: 3, keg: false, spaces: [null, null, null, null, null, null] })),
  log: ["the conference begins"],
});

const game = {
  name: "conference",
  setup,
  minPlayers: 4,
  maxPlayers: 4,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, issue, cubes) => {
      const mat = G.mats[Number(playerID)];
      if (mat.available < cubes) {
        mat.available += mat.exhausted;
        mat.exhausted = 0;
      }
      mat.available -= cubes;
      mat.exhausted += cubes;
      G.issues[issue].cubes[mat.name] += cubes;
      G.regions[issue % 5].unrest = (G.regions[issue % 5].unrest + 1) % 9;
    },
  },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port: Number(process.argv[2]) }, () => console.log("ready"));
