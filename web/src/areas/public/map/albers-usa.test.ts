import { describe, expect, test } from "vitest";
import { project } from "./albers-usa.ts";

const projectAndRound = (latitude: number, longitude: number) => {
  const point = project(latitude, longitude);
  return point && [Number(point.x.toFixed(1)), Number(point.y.toFixed(1))];
};

describe("the map's projection", () => {
  // Expected values are from d3-geo's geoAlbersUsa().scale(1300).translate([487.5, 305]), the
  // projection of us-atlas.
  test.each([
    ["Fort Worth", 32.755, -97.331, [472.8, 440.9]],
    ["Norfolk", 36.85, -76.286, [850, 310.8]],
    ["Tacoma", 47.253, -122.444, [93.8, 53.5]],
    ["Kodiak", 57.79, -152.407, [103.4, 572]],
    ["Honolulu", 21.307, -157.858, [267, 549.2]],
  ])("HOME-21: projects %s to the same pixels as d3", (_, latitude, longitude, expected) => {
    expect(projectAndRound(latitude, longitude)).toEqual(expected);
  });

  test.each([
    ["Kaiserslautern", 49.44, 7.6],
    ["Okinawa", 26.33, 127.75],
    ["San Juan", 18.46, -66.1],
  ])("leaves out %s", (_, latitude, longitude) => {
    expect(project(latitude, longitude)).toBeNull();
  });
});
