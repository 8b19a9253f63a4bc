import { expect, it } from "vitest";
import { getConnectionOptions } from "./connections.ts";

it.each([
  ["postgres://u:p@db.example.org:5432/postgres", { ssl: "prefer" }],
  ["postgres://u:p@pooler.example.org:6543/postgres", { prepare: false, ssl: "prefer" }],
  ["postgres://u:p@db.example.org/postgres?sslmode=require", {}],
  ["postgres://u:p@pooler.example.org:6543/postgres?ssl=disable", { prepare: false }],
])("the connection to %s has the options %j", (url, expected) => {
  expect(getConnectionOptions(url)).toEqual(expected);
});
