import zipcodes from "zipcodes";

const ABBREVIATIONS: Readonly<Record<string, string>> = { saint: "st", fort: "ft", mount: "mt" };

/** Treats `Fort Worth` and `Ft. Worth` as one city. */
const toCityKey = (city: string): string =>
  city
    .toLowerCase()
    .replace(/[^a-z ]/g, "")
    .split(" ")
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join("");

const computeMedian = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Returns the center of a city's ZIP codes, or null if the table has no such city in that state. */
export function findCityCoordinates(
  city: string,
  state: string,
): { readonly latitude: number; readonly longitude: number } | null {
  const places = zipcodes
    .lookupByState(state)
    .filter((place) => toCityKey(place.city) === toCityKey(city));
  if (places.length === 0) return null;
  return {
    latitude: computeMedian(places.map(({ latitude }) => latitude)),
    longitude: computeMedian(places.map(({ longitude }) => longitude)),
  };
}
