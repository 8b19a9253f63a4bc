import { expect, test } from "vitest";
import { listDomainCompletions, suggestEmail } from "./email-suggestion.ts";

test.each([
  ["anna@gmial.com", "anna@gmail.com"],
  ["anna@gmai.com", "anna@gmail.com"],
  ["anna@gmail.con", "anna@gmail.com"],
  ["anna@gmail.co", "anna@gmail.com"],
  ["Anna.Reyes@YAHO.com", "Anna.Reyes@yahoo.com"],
  ["anna@hotmial.com", "anna@hotmail.com"],
  ["anna@outlok.com", "anna@outlook.com"],
  ["anna@iclould.com", "anna@icloud.com"],
  ["anna@comcst.net", "anna@comcast.net"],
])("corrects %s to %s", (input, suggestion) => {
  expect(suggestEmail(input)).toBe(suggestion);
});

test.each(
  "anna@gmail.com anna@mail.com anna@ymail.com anna@gmx.com anna@me.com anna@live.com anna@army.mil anna@example.org anna@gmail anna@ anna".split(
    " ",
  ),
)("suggests nothing for %s", (input) => {
  expect(suggestEmail(input)).toBeUndefined();
});

test.each([
  ["anna@", ["gmail.com", "yahoo.com", "icloud.com", "outlook.com"]],
  ["anna@G", ["gmail.com"]],
  ["anna@gmail.co", ["gmail.com"]],
  ["anna@gmail.com", []],
  ["anna@army.mil", []],
  ["anna", []],
  ["@", []],
])("completes %s with %j", (input, domains) => {
  expect(listDomainCompletions(input)).toEqual(domains);
});
