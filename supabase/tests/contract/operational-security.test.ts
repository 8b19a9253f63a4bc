import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DELIVERY_REGIONS } from "../../functions/_shared/contracts/choices.ts";
import { resolveDataDir } from "../../local/machine/paths.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  endpoints,
  facts,
  requestPath,
  type LoggedInPerson,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";

/** The prefix of all words in the test data, so that one search finds them all. */
const MARK = "zyxapo";
const LOCATION_COUNT = 12;
const MILITARY_ADDRESS = { city: "APO", state: "AE", zipCode: "09876" };

/**
 * What public responses must not name: post offices, bases and places outside the states. The word APO by itself
 * doesn't name a place.
 */
const LOCATION_PATTERN = new RegExp(
  [
    MARK,
    "\\b[AFD]PO (?!addresses|and|or\\b)(?:A[AEP]\\b|[A-Z][a-z])",
    "\\b(?:AA|AE|AP),? \\d{5}",
    "\\b(?:09[0-8]|96[2-6])\\d{2}-?\\b(?!\\d)(?=\\D)",
    "Kuwait|Bahrain|Okinawa|Korea|Poland|Djibouti|Bagram|Ramstein|Iraq|Afghanistan|Qatar|Guantanamo|\\bUSS [A-Z]",
  ].join("|"),
  "i",
);

const people: { admin?: LoggedInPerson; volunteer?: LoggedInPerson } = {};
let folder = "";

/**
 * Adds locations as administrators might save them, with three kinds of deliveries: old and large, small, and not yet
 * public.
 */
async function addMilitaryLocations(): Promise<void> {
  for (let number = 0; number < LOCATION_COUNT; number++) {
    const nameAndAddress = {
      name: `${MARK}base ${number}`,
      address: `Unit ${MARK}street ${number}`,
    };
    const [location] = await sql<{ id: string }[]>`
      insert into public.locations ${sql({
        ...nameAndAddress,
        contact_person_name: `Sgt. ${MARK}person`,
        city: number % 3 === 0 ? `FPO ${MARK}city` : null,
        state: number % 3 === 1 ? MILITARY_ADDRESS.state : null,
        zip_code: number % 3 === 2 ? MILITARY_ADDRESS.zipCode : null,
        is_active: true,
      })} returning id`;
    await sql`
      insert into public.package_deliveries (
        delivered_on, location_id, military_branch, program, city, state, region, latitude, longitude, packages, notes
      )
      select private.today() - days, ${location?.id ?? null}, 'Navy', 'Veterans', ${`APO ${MARK}city ${number}`},
        ${MILITARY_ADDRESS.state}, ${DELIVERY_REGIONS[number % 6] ?? null}, null, null, packages, ${`${MARK}ship`}
      from (values (200, 340), (90, 3), (14, 25), (13, 400), (0, 25)) as sent (days, packages)`;
  }
  await repeatRelease();
}

/** Repeats the newest release, so that the public figures include this test's deliveries. */
async function repeatRelease(): Promise<void> {
  await sql`delete from public.release_steps where month = (select private.due_month())`;
  await sql`select private.release_deliveries()`;
}

beforeAll(async () => {
  await addMilitaryLocations();
  people.admin = await signInAdmin();
  people.volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
  folder = await mkdtemp(path.join(tmpdir(), "care-packages-pages-"));
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.package_deliveries where notes = ${`${MARK}ship`} or city like 'Testonia%'`;
  await sql`delete from public.locations where name like ${`${MARK}%`}`;
  await repeatRelease();
  await rm(folder, { recursive: true, force: true });
});

const readEndpoints = endpoints.filter(
  ([, { method, access }]) => method === "GET" && access !== "admin",
);
const findLocation = (text: string) => LOCATION_PATTERN.exec(text)?.[0];

describe("threat 45: names of military post offices, bases and ZIP codes", () => {
  it("are found by this check in sample texts and in administrators' responses", async () => {
    for (const placeText of [
      "FPO Bahrain",
      "PSC 3, AE 09012",
      "ZIP 09012.",
      "APO Zyxland",
      "USS Halyard",
    ]) {
      expect(findLocation(placeText), placeText).toBeDefined();
    }
    for (const placeText of [
      "We send to APO, FPO and DPO addresses",
      "APO and FPO addresses",
      "$9,640.96",
    ]) {
      expect(findLocation(placeText), placeText).toBeUndefined();
    }
    for (const list of ["locations", "package-deliveries"]) {
      const options = { token: people.admin?.token };
      expect(
        findLocation((await request("GET", `/api/${list}?search=${MARK}`, options)).text),
      ).toBeDefined();
    }
  });

  it.each(readEndpoints)(
    "aren't in any response of %s to visitors or volunteers",
    async (name, endpoint) => {
      const urlPath = requestPath(endpoint, { volunteerId: people.volunteer?.id ?? "" });
      const queries = ["", ...(endpoint.query?.shape.limit ? ["?limit=100"] : [])];
      if (endpoint.query?.shape["search"]) queries.push(`?search=${MARK}`);
      for (const query of queries) {
        for (const token of [undefined, people.volunteer?.token]) {
          const { text } = await request("GET", `${urlPath}${query}`, { token });
          expect(findLocation(text), `${name}${query}`).toBeUndefined();
        }
      }
    },
  );

  it("aren't in tables that visitors and volunteers read directly", async () => {
    const headers = { apikey: facts.publishableKey };
    for (const table of ["locations?select=id,name,city,state", "package_deliveries", "events"]) {
      for (const token of [facts.publishableKey, people.volunteer?.token]) {
        const response = await fetch(`${facts.apiUrl}/rest/v1/${table}`, {
          headers: { ...headers, Authorization: `Bearer ${token}` },
        });
        expect(findLocation(await response.text()), table).toBeUndefined();
      }
    }
  });

  it("aren't in prerendered pages, the feed or the sitemap", async () => {
    const serverDir = path.join(resolveDataDir(process.env.DATA_DIR), "site-server");
    await writeFile(path.join(folder, "_headers"), "");
    await promisify(execFile)(
      process.execPath,
      ["web/prerender/build.ts", "pages", "--site", folder, "--server", serverDir],
      {
        env: {
          ...process.env,
          NODE_ENV: "production",
          PRERENDER_API_URL: `${facts.apiUrl}/functions/v1`,
          VITE_SITE_URL: "https://example.org",
        },
      },
    );
    const files = (await readdir(folder, { recursive: true })).filter((file) =>
      /\.(?:html|xml|txt)$/.test(file),
    );
    expect(files).toEqual(expect.arrayContaining(["index.html", "404.html", "robots.txt"]));
    for (const file of files) {
      expect(findLocation(await readFile(path.join(folder, file), "utf8")), file).toBeUndefined();
    }
    expect(await readFile(path.join(folder, "index.html"), "utf8")).toContain("the Middle East");
    for (const urlPath of ["/news", "/feed.xml", "/sitemap.xml"]) {
      const response = await fetch(facts.webUrl + urlPath);
      expect([response.status, findLocation(await response.text())], urlPath).toEqual([
        200,
        undefined,
      ]);
    }
  });
});

describe("threat 45: validation for administrators", () => {
  const send = (method: string, urlPath: string, body: object) =>
    request(method, urlPath, { body, token: people.admin?.token });
  const delivery = {
    deliveredOn: "2026-10-05",
    militaryBranch: "Navy",
    program: "Veterans",
    city: "Testonia",
    state: "TX",
    packages: 12,
  };

  it("requires a region if the delivery or its location is military mail, including on update", async () => {
    const [location] = await sql<{ id: string }[]>`
      select id from public.locations where name like ${`${MARK}%`} and zip_code is not null limit 1`;
    const message =
      "A delivery by military mail needs a region. Please add one to the delivery first.";
    for (const changes of [{ state: "ae" }, { city: "APO" }, { locationId: location?.id }]) {
      const refusedResponse = await send("POST", "/api/package-deliveries", {
        ...delivery,
        ...changes,
      });
      expect([refusedResponse.status, refusedResponse.json.message]).toEqual([400, message]);
    }
    const { json } = await send("POST", "/api/package-deliveries", {
      ...delivery,
      city: "Killeen",
    });
    expect(json.latitude).not.toBeNull();
    const urlPath = `/api/package-deliveries/${json.id}`;
    expect((await send("PUT", urlPath, { state: "AP" })).json.message).toBe(message);
    const updateResponse = await send("PUT", urlPath, {
      state: "AP",
      region: "Asia and the Pacific",
    });
    expect(updateResponse.json).toMatchObject({
      state: "AP",
      region: "Asia and the Pacific",
      latitude: null,
      longitude: null,
    });
    expect((await send("PUT", urlPath, { region: null })).status).toBe(400);
  });

  it("accepts only two-letter states and the six regions", async () => {
    const invalidDelivery = { ...delivery, city: "Testonia", state: "Kuwait" };
    const { json } = await send("POST", "/api/package-deliveries", invalidDelivery);
    expect(json.issues).toEqual([
      {
        path: "state",
        message: "Use the two-letter state code, or AA, AE or AP for military mail.",
      },
    ]);
    const deliveryWithInvalidRegion = { ...delivery, state: "AE", region: "overseas" };
    expect(
      (await send("POST", "/api/package-deliveries", deliveryWithInvalidRegion)).json.issues[0]
        .path,
    ).toBe("region");
  });

  it("refuses to turn a location with published city-level deliveries into military mail", async () => {
    const createResponse = await send("POST", "/api/locations", {
      name: `${MARK}late`,
      address: "1 Road",
    });
    await send("POST", "/api/package-deliveries", {
      ...delivery,
      locationId: createResponse.json.id,
    });
    const urlPath = `/api/locations/${createResponse.json.id}`;
    const refusedResponse = await send("PUT", urlPath, { zipCode: MILITARY_ADDRESS.zipCode });
    expect([refusedResponse.status, refusedResponse.json.code]).toEqual([400, "region_missing"]);
    expect((await send("PUT", urlPath, { zipCode: "76102" })).json.isMilitaryMail).toBe(false);
  });

  it("refuses events at a military address", async () => {
    const [location] = await sql<{ name: string; address: string }[]>`
      select name, address from public.locations where name like ${`${MARK}base%`} limit 1`;
    const addEvent = (address: string) => sql`
      insert into public.events (event_type, date, start_time, end_time, address)
      values ('Food Drive', private.today() + 3, '10:00', '11:00', ${address})`;
    for (const address of [
      "PSC 3 Box 9, APO AE 09012",
      "Ｕｎｉｔ ２３４５６",
      "A P O",
      "USS Halyard, Pier 4",
      `${location?.name}, 12 Main Street, Fort Worth, TX 76102`,
      `Gate 2, ${location?.address}`,
    ]) {
      await expect(addEvent(address)).rejects.toMatchObject({ code: "CP015" });
    }
  });
});
