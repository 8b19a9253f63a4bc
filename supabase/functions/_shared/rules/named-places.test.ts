import { describe, expect, test } from "vitest";
import { ORDINARY_ADDRESSES, DEPLOYED_PLACES } from "../../../tests/places.ts";
import { isMilitaryMail, mentionsMilitaryMail, findNamedPlace } from "./named-places.ts";

describe("threat 45: military mail", () => {
  test.each([
    { city: "APO" },
    { city: "fpo ap" },
    { city: "A.P.O. Testonia" },
    { city: "Testonia (DPO)" },
    { city: "Testonia", state: "AE" },
    { state: " ap " },
    { state: "A.E." },
    { state: "Armed Forces Europe" },
    { zipCode: "09012" },
    { zipCode: "09899-1234" },
    { zipCode: "34001" },
    { zipCode: "96201" },
    { zipCode: " 9 6 601" },
  ])("includes %j", (place) => {
    expect(isMilitaryMail(place)).toBe(true);
  });

  test.each([
    {},
    { city: "Fort Worth", state: "TX", zipCode: "76102" },
    { city: "Apopka", state: "FL", zipCode: "32703" },
    { city: "Napo", state: null, zipCode: "08999" },
    { zipCode: "09912" },
    { zipCode: "33999" },
    { zipCode: "34101" },
    { zipCode: "96701" },
    { zipCode: "96199" },
    { state: "CAE" },
  ])("doesn't include %j", (place) => {
    expect(isMilitaryMail(place)).toBe(false);
  });

  test.each(ORDINARY_ADDRESSES)("doesn't include the address %s", (address) => {
    expect(mentionsMilitaryMail(address)).toBe(false);
  });
});

test("threat 52: 59 of 60 descriptions of a deployed service member's location are rejected or flagged", () => {
  expect(new Set(DEPLOYED_PLACES).size).toBe(60);
  const missedPlaces = DEPLOYED_PLACES.filter(
    (text) => findNamedPlace(`For our friends: ${text}, thank you.`) === null,
  );
  expect(missedPlaces).toEqual(["the big base near the airport of Doha"]);
});

test.each([
  "USS Halyard, near the museum",
  "USS Halyard; Memorial Day",
  "USS Midway Museum, FPO AP 96601",
  "USS Midway Museum and USS Halyard",
  "USCGC Stratton, museum pier",
])("threat 52: a museum nearby doesn't prevent detection: %s", (address) => {
  expect(mentionsMilitaryMail(address)).toBe(true);
});

test("threat 52: a museum ship is flagged like any other ship", () => {
  expect(findNamedPlace("Packing day at the USS Midway Museum")).toBe("USS Midway Museum");
});

test("threat 52: ordinary stories aren't flagged", () => {
  const stories = [
    "We packed 480 boxes in Fort Worth on March 14, 2026, with 90 volunteers from Company kitchens.",
    "My summer camp friends and I wrote letters. The 4th of July came and went.",
    "Found a note in my box in 2014 and kept it. Unit by unit we grew; call us Sunday.",
    "Jordan Pike, Army veteran, 1st grade teacher, lives at 12 Wing Street, Apt 3.",
    "Boxes left on the Saturday truck. Airmail took nine days.",
  ];
  expect(stories.map(findNamedPlace)).toEqual(stories.map(() => null));
});

test("threat 52: the warning quotes the suspicious words as typed", () => {
  expect(findNamedPlace("Mail day at Camp Arifjan was loud")).toBe("Camp Arifjan");
  expect(findNamedPlace("She is on the USS Halyard now")).toBe("USS Halyard");
});
