import { childrenLetterEndpoints } from "../../_shared/contracts/children-letters.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import {
  insertChildrenLetter,
  listChildrenLetters,
  removeChildrenLetter,
  updateChildrenLetter,
} from "./queries.ts";

export default implement(childrenLetterEndpoints, {
  listChildrenLetters: ({ asCaller }) => asCaller(listChildrenLetters),
  createChildrenLetter: ({ asCaller, body, once }) =>
    asCaller((sql) => once(sql, () => insertChildrenLetter(sql, body))),
  updateChildrenLetter: async ({ asCaller, params: { id }, body }) =>
    requireFound(await asCaller((sql) => updateChildrenLetter(sql, id, body)), "letter"),
  deleteChildrenLetter: async ({ asCaller, params: { id } }) => {
    requireFound(await asCaller((sql) => removeChildrenLetter(sql, id)), "letter");
    return { message: "Letter deleted" };
  },
});
