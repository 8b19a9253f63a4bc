import { describe, expect, test } from "vitest";
import { DELIVERY_REGIONS, type DeliveryRegion } from "../contracts/choices.ts";
import { OVERSEAS } from "../contracts/limits.ts";
import {
  isMilitaryMail,
  mentionsMilitaryMail,
  releaseDay,
  releasedDeliveries,
  type ArrivedDelivery,
} from "./release.ts";

const delivery = (changes: Partial<ArrivedDelivery> = {}): ArrivedDelivery => ({
  deliveredOn: "2026-10-05",
  city: "APO",
  state: "AE",
  region: "Europe",
  packages: 20,
  ...changes,
});
const placesOn = (today: string, ...deliveries: ArrivedDelivery[]) =>
  releasedDeliveries(deliveries, today).map(({ place }) => place.region ?? place.city);

describe("threat 45: what counts as military mail", () => {
  test.each([
    { city: "APO" },
    { city: "fpo ap" },
    { city: "A.P.O. Testonia" },
    { city: "Testonia (DPO)" },
    { city: "Testonia", state: "AE" },
    { state: " ap " },
    { state: "Armed Forces Europe" },
    { zipCode: "09012" },
    { zipCode: "09899-1234" },
    { zipCode: "34001" },
    { zipCode: "96201" },
    { zipCode: "96601" },
  ])("%j does", (place) => {
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
  ])("%j does not", (place) => {
    expect(isMilitaryMail(place)).toBe(false);
  });

  test.each([
    ["PSC 12 Box 5, APO AE 09012", true],
    ["Unit 7, AP, 96201", true],
    ["Unit 7, Testonia 34001-0001", true],
    ["34012 Orange Road, Clermont, FL 34711", false],
    ["12 Apollo Drive, Fort Worth, TX 76102", false],
  ])("an address such as %s: %s", (address, expected) => {
    expect(mentionsMilitaryMail(address)).toBe(expected);
  });
});

describe("threat 45: when and as what it becomes public", () => {
  test("14 days after the day it arrived; inside the states on the day itself", () => {
    expect(releaseDay(delivery({ deliveredOn: "2026-02-20" }))).toBe("2026-03-06");
    expect(releaseDay(delivery({ deliveredOn: "2026-02-20", region: null }))).toBe("2026-02-20");
    expect(placesOn("2026-10-18", delivery())).toEqual([]);
    expect(placesOn("2026-10-19", delivery())).toEqual(["Europe"]);
  });

  test("19 packages of a region and month are overseas, 20 are the region", () => {
    const later = { deliveredOn: "2026-10-06", packages: 5 };
    expect(placesOn("2026-12-01", delivery({ packages: 14 }), delivery(later))).toEqual([
      OVERSEAS,
      OVERSEAS,
    ]);
    expect(placesOn("2026-12-01", delivery({ packages: 15 }), delivery(later))).toEqual([
      "Europe",
      "Europe",
    ]);
    const inNovember = delivery({ deliveredOn: "2026-11-01", packages: 5 });
    const inAfrica = delivery({ region: "Africa", packages: 5 });
    expect(placesOn("2026-12-01", delivery({ packages: 15 }), inNovember, inAfrica)).toEqual([
      OVERSEAS,
      OVERSEAS,
      OVERSEAS,
    ]);
  });

  test("what is not released yet names no group before its day", () => {
    const small = delivery({ packages: 10 });
    const coming = delivery({ deliveredOn: "2026-10-20", packages: 10 });
    expect(placesOn("2026-11-02", small, coming)).toEqual([OVERSEAS]);
    expect(placesOn("2026-11-03", small, coming)).toEqual(["Europe", "Europe"]);
  });

  test("inside the states city and state stay", () => {
    const home = delivery({ city: "Killeen", state: "TX", region: null });
    expect(releasedDeliveries([home], "2026-10-05")[0]?.place).toEqual({
      city: "Killeen",
      state: "TX",
      region: null,
    });
  });

  test("10,000 random sets: no place is named, no group below 20, nothing before its day", () => {
    let seed = 45;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const dayOf = (days: number) =>
      new Date(Date.UTC(2026, 5, 1 + days)).toISOString().slice(0, 10);
    let named = 0;
    for (let set = 0; set < 10_000; set++) {
      const deliveries = Array.from({ length: 1 + random(8) }, () =>
        delivery({
          deliveredOn: dayOf(random(70)),
          city: `Base ${random(1000)}`,
          region: (DELIVERY_REGIONS[random(3)] ?? null) as DeliveryRegion,
          packages: 1 + random(18),
        }),
      );
      const day = random(90);
      const groups = new Map<string, number>();
      for (const { delivery: one, place } of releasedDeliveries(deliveries, dayOf(day))) {
        expect(one.deliveredOn <= dayOf(day - 14)).toBe(true);
        expect(place.city ?? place.state).toBeNull();
        if (place.region === OVERSEAS) continue;
        const group = `${place.region} ${one.deliveredOn.slice(0, 7)}`;
        groups.set(group, (groups.get(group) ?? 0) + one.packages);
      }
      named += groups.size;
      expect([...groups.values()].every((size) => size >= 20)).toBe(true);
    }
    expect(named).toBeGreaterThan(1000);
  });
});
