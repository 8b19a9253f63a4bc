import { beforeAll, describe, expect, test } from "vitest";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { clearRateLimits, endpoints, request, requestPath, signInAdmin, sql } from "./stack.ts";

/** Words that appear only in one donor's data and one volunteer's data. */
const DONOR = { name: "Quillona", email: "quillona.zephyr@example.org", note: "Zephyrnote" };
const VOLUNTEER = { name: "Vexillia", email: "vexillia.marlow@example.org" };
const donorWords = Object.values(DONOR);
const volunteerWords = Object.values(VOLUNTEER);

let ids: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  const { token } = await signInAdmin();
  const donation = await request("POST", "/api/donations", {
    token,
    body: {
      firstName: DONOR.name,
      lastName: "Zephyr",
      email: DONOR.email,
      amount: 23.17,
      method: "check",
      receivedOn: "2025-03-03",
      reference: "90210",
      note: DONOR.note,
      isAnonymous: true,
    },
  });
  const { donorId } = donation.json;
  const task = { donorId, text: DONOR.note, dueOn: "2025-04-01", anyway: true };
  await request("POST", "/api/donor-tasks", { token, body: task });
  await sql`
    insert into public.noncash_donations (donor_id, kind, description, received_on, is_demo)
    values (${donorId}, 'goods', ${DONOR.note}, '2025-03-03', true)`;
  await sql`
    insert into public.volunteer_applications (
      first_name, last_name, email, phone, city, state, zip_code, availability, interests
    )
    select ${VOLUNTEER.name}, 'Marlow', ${VOLUNTEER.email}, phone, city, state, zip_code, availability, interests
    from public.volunteer_applications limit 1`;
  await sql`
    insert into public.volunteers (name, email) values (${`${VOLUNTEER.name} Marlow`}, ${VOLUNTEER.email})`;
  await sql`
    select private.queue_email('Event Reminder', ${VOLUNTEER.email}, ${VOLUNTEER.name}, '{}', 'area-canary')`;
  // The donor and the volunteer now share an email address, so the page of one could show the other's data.
  await sql`
    insert into public.donor_emails (email_key, donor_id) values (${VOLUNTEER.email}, ${donorId})`;
  const [volunteer] = await sql<[{ id: string }]>`
    select id from public.volunteers where email = ${VOLUNTEER.email}`;
  ids = { donorId, donationId: donation.json.id, volunteerId: volunteer.id };
});

const searchTerms = [DONOR.name, VOLUNTEER.name];

/**
 * Returns the URLs to request from an endpoint: without a query, with a search for each canary, and filtered by the
 * canaries' records.
 */
function createPaths(name: string, endpoint: EndpointDefinition): string[] {
  const idNames: Readonly<Record<string, string>> = {
    getDonation: "donationId",
    getVolunteer: "volunteerId",
  };
  const path = requestPath(endpoint, { id: ids[idNames[name] ?? "donorId"]! });
  const shape = endpoint.query?.shape ?? {};
  return [
    path,
    ...("search" in shape ? searchTerms.map((term) => `${path}?search=${term}`) : []),
    ...("volunteerId" in shape ? [`${path}?volunteerId=${ids["volunteerId"]}`] : []),
    ...("donorId" in shape ? [`${path}?donorId=${ids["donorId"]}`] : []),
  ];
}

/**
 * Reads everything with this administrator's token and returns a function that finds the endpoints whose responses
 * contain a word.
 */
async function readEverything(token: string) {
  const responses: { readonly name: string; readonly text: string }[] = [];
  for (const [name, endpoint] of endpoints) {
    if (endpoint.method !== "GET" || name === "listImportRows") continue;
    await clearRateLimits();
    for (const path of createPaths(name, endpoint)) {
      const { text } = await request("GET", path, { token });
      responses.push({ name, text: text.toLowerCase() });
    }
  }
  return (words: readonly string[]): string[] => {
    const matches = responses.filter(({ text }) =>
      words.some((word) => text.includes(word.toLowerCase())),
    );
    return [...new Set(matches.map(({ name }) => name))];
  };
}

describe("threat 2: what an administrator reads contains no one from another area", () => {
  test("an owner finds the donor and the volunteer in every list that should have them", async () => {
    const findEndpointsWith = await readEverything((await signInAdmin()).token);
    expect(findEndpointsWith([...donorWords, ids["donorId"]!])).toEqual(
      expect.arrayContaining([
        "listDonations",
        "exportDonations",
        "getDonation",
        "listConsolidatedDonors",
        "listDonors",
        "getDonor",
        "getVolunteer",
        "listDonorTasks",
        "listNoncashDonations",
        "listEmailOutbox",
      ]),
    );
    expect(findEndpointsWith(volunteerWords)).toEqual(
      expect.arrayContaining([
        "getDonor",
        "getVolunteer",
        "listVolunteers",
        "exportVolunteers",
        "listVolunteerApplications",
        "listEmailOutbox",
      ]),
    );
  });

  test("an administrator of volunteers can't read the donor, and one of giving can't read the volunteer", async () => {
    const findCoordinatorEndpoints = await readEverything((await signInAdmin("coordinator")).token);
    expect(findCoordinatorEndpoints([...donorWords, ids["donorId"]!])).toEqual([]);
    expect(findCoordinatorEndpoints(volunteerWords).length).toBeGreaterThan(3);
    const { token } = await signInAdmin("treasurer");
    const findTreasurerEndpoints = await readEverything(token);
    expect(findTreasurerEndpoints(volunteerWords)).toEqual(["getDonor"]);
    // The shared address is one of the donor's, too. Nothing else on the donor's page is the volunteer's.
    const donor = await request("GET", `/api/donors/${ids["donorId"]}`, { token });
    expect(donor.json.otherAddresses).toEqual([{ address: VOLUNTEER.email, isMistaken: false }]);
    const otherText = donor.text.toLowerCase().replaceAll(VOLUNTEER.email.toLowerCase(), "");
    expect(volunteerWords.filter((word) => otherText.includes(word.toLowerCase()))).toEqual([]);
    expect(findTreasurerEndpoints(donorWords).length).toBeGreaterThan(6);
  });

  test.for(["editor", "manager"] as const)("the %s finds neither of them", async (name) => {
    const findEndpointsWith = await readEverything((await signInAdmin(name)).token);
    expect(findEndpointsWith([...donorWords, ...volunteerWords])).toEqual([]);
  });
});
