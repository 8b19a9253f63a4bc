import zipcodes from "zipcodes";

const ABBREVIATIONS: Readonly<Record<string, string>> = { saint: "st", fort: "ft", mount: "mt" };

/** Treats `Fort Worth` and `Ft. Worth` as one city. */
const cityKeyOf = (city: string): string =>
  city
    .toLowerCase()
    .replace(/[^a-z ]/g, "")
    .split(" ")
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join("");

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Returns the center of a city's ZIP codes, or null if the table has no such city in that state. */
export function coordinatesOf(
  city: string,
  state: string,
): { readonly latitude: number; readonly longitude: number } | null {
  const places = zipcodes
    .lookupByState(state)
    .filter((place) => cityKeyOf(place.city) === cityKeyOf(city));
  if (places.length === 0) return null;
  return {
    latitude: median(places.map(({ latitude }) => latitude)),
    longitude: median(places.map(({ longitude }) => longitude)),
  };
}
