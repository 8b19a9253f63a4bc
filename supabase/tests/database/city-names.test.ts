import { expect, it } from "vitest";
import { STATES } from "../../functions/_shared/contracts/states.ts";
import { sql } from "./connection.ts";

/** How cities of the ZIP codes are typed. */
const KNOWN: readonly (readonly [state: string, ...cities: string[]])[] = [
  [
    "TX",
    "Fort Worth",
    "fort worth",
    "FORT  WORTH",
    " Fort Worth ",
    "Ft. Worth",
    "Ft Worth",
    "Ft.Worth",
    "Fort Worth, TX",
    "Fort Worth, Texas",
    "Fort Worth TX",
    "Fort Worth, Tex.",
    "Ft. Worth, tx",
    "Fort Worth, TX 76102",
    "Fort Worth, TX, USA",
    "Fort-Worth",
    "Fort Hood",
    "Fort Cavazos",
    "Ft. Cavazos",
    "Fort Cavazos, TX",
    "San Antonio",
    "San Antônio",
    "Fort Sam Houston",
    "JBSA",
    "Lackland AFB",
    "Lackland Air Force Base",
    "Mt. Pleasant",
    "Mount Pleasant",
    "Texas City",
    "N. Richland Hills",
  ],
  [
    "CA",
    "San José",
    "San Jose",
    "SAN JOSÉ",
    "San Jose\u0301",
    "San José, Calif.",
    "Los Angeles",
    "La Cañada Flintridge",
    "Pt. Reyes Station",
  ],
  [
    "PR",
    "Bayamón",
    "Bayamon",
    "Mayagüez",
    "San Germán",
    "Añasco",
    "San Juan, Puerto Rico",
    "San Juan, PR",
  ],
  [
    "MO",
    "St. Louis",
    "St Louis",
    "Saint Louis",
    "SAINT LOUIS",
    "St.Louis",
    "Ste. Genevieve",
    "Sainte Genevieve",
    "Ste Genevieve",
    "O'Fallon",
    "O’Fallon",
    "O Fallon",
    "OFallon",
    "Kansas City",
  ],
  ["MI", "Sault Ste. Marie", "Sault Sainte Marie", "Mt. Pleasant", "St. Clair Shores"],
  [
    "FL",
    "St. Petersburg",
    "Saint Petersburg",
    "Ft. Lauderdale",
    "Port St. Lucie",
    "W. Palm Beach",
    "Patrick SFB",
    "Land O' Lakes",
  ],
  ["NC", "Winston-Salem", "Winston Salem", "Fort Bragg", "Fort Liberty", "Ft Liberty"],
  ["GA", "Fort Benning", "Fort Moore", "Fort Gordon", "Fort Eisenhower", "St. Simons Island"],
  [
    "VA",
    "Fort Lee",
    "Fort Gregg-Adams",
    "Fort Gregg Adams",
    "Fort Walker",
    "Fort A.P. Hill",
    "Fort AP Hill",
    "Fort Barfoot",
    "Fort Pickett",
    "Langley AFB",
  ],
  ["LA", "Fort Polk", "Fort Johnson", "Ft. Johnson", "New Orleans, La."],
  ["AL", "Fort Rucker", "Fort Novosel", "Ft. Novosel, AL"],
  ["WA", "Joint Base Lewis-McChord", "JBLM", "Fort Lewis", "Mount Vernon", "Mt. Vernon"],
  ["AK", "Utqiagvik", "Utqiaġvik", "Barrow", "JBER", "Elmendorf AFB", "Fort Richardson"],
  [
    "HI",
    "Kāneʻohe",
    "Kaneohe",
    "Honolulu",
    "Pearl Harbor",
    "Hickam AFB",
    "Joint Base Pearl Harbor-Hickam",
  ],
  ["DC", "Washington", "Washington DC", "Washington, D.C.", "Washington, DC"],
  ["NY", "New York", "New York, New York", "New York, NY", "New York City", "NYC", "new  york"],
  ["ID", "Coeur d'Alene", "Coeur d’Alene", "Coeur D Alene", "Cœur d'Alene"],
  [
    "CO",
    "Cañon City",
    "Canon City",
    "Colorado Springs",
    "Colorado Spgs",
    "Fort Carson",
    "Peterson SFB",
    "Air Force Academy",
    "USAF Academy",
  ],
  ["AR", "North Little Rock", "N. Little Rock", "N Little Rock"],
  ["IL", "East St. Louis", "E. St. Louis", "East Saint Louis", "O'Fallon"],
  [
    "MD",
    "Fort Meade",
    "Ft. Meade",
    "Fort George G. Meade",
    "Joint Base Andrews",
    "Andrews AFB",
    "Joint Base Andrews",
  ],
  ["KS", "Kansas City", "Kansas City, KS"],
  ["GU", "Hagåtña", "Hagatna"],
  ["IA", "Iowa City", "Des Moines, Iowa"],
];

/** Cities that the site must not show (threat 52). */
const UNKNOWN: readonly (readonly [state: string, ...cities: string[]])[] = [
  [
    "TX",
    "Camp Zyxland",
    "Kuwait City",
    "Doha",
    "",
    "TX",
    "Texas",
    "Fort Worth, OK",
    "Houston, Kuwait",
    "Fort Worth, Camp Arifjan",
    "Fort Bragg",
    "San José",
  ],
  ["AE", "Fort Worth", "Doha"],
  ["Unknown", "Fort Worth"],
];

it("threat 52: a city is found under its usual spellings, with its state, and under its former names", async () => {
  for (const [cases, isKnown] of [
    [KNOWN, true],
    [UNKNOWN, false],
  ] as const) {
    const pairs = cases.flatMap(([state, ...cities]) => cities.map((city) => ({ state, city })));
    const found = await sql`
      select typed.city, typed.state,
        private.is_known_city(typed.city, typed.state) as "isKnown",
        (select center.latitude is not null from private.city_center(typed.city, typed.state) as center) as "hasCenter"
      from jsonb_to_recordset(${sql.json(pairs)}) as typed (city text, state text)`;
    expect(
      found.filter((row) => row["isKnown"] !== isKnown || row["hasCenter"] !== isKnown),
    ).toEqual([]);
  }
});

it("a former name has the center of the city of today", async () => {
  for (const [state, former, today] of [
    ["TX", "Fort Cavazos", "Fort Hood"],
    ["NC", "Fort Liberty", "Fort Bragg"],
    ["PR", "Bayamón, PR", "Bayamon"],
  ] as const) {
    const [row] = await sql`
      select (select center from private.city_center(${former}, ${state}) as center)
        = (select center from private.city_center(${today}, ${state}) as center) as "isSame"`;
    expect([former, row?.["isSame"]]).toEqual([former, true]);
  }
});

it("the states of deliveries and of trailing names are those of the forms", async () => {
  const rows = await sql<
    { code: string; name: string; isDelivered: boolean; matches: boolean | null }[]
  >`
    select typed.code, typed.name,
      pg_get_constraintdef(rule.oid) like '%''' || typed.code || '''%' as "isDelivered",
      private.city_key(typed.name) ~ ('^(?:' || private.state_pattern(typed.code) || ')$') as matches
    from jsonb_to_recordset(${sql.json(Object.entries(STATES).map(([code, name]) => ({ code, name })))})
      as typed (code text, name text)
    join pg_constraint as rule on rule.conname = 'package_deliveries_state_check'`;
  expect(rows).toHaveLength(59);
  const wrong = rows.filter(
    ({ code, isDelivered, matches }) =>
      !isDelivered || (!/^A[AEP]$/.test(code) && matches !== true),
  );
  expect(wrong).toEqual([]);
});
