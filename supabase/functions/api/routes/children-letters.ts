import { childrenLetterEndpoints } from "../../_shared/contracts/children-letters.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import {
  insertChildrenLetter,
  listChildrenLetters,
  removeChildrenLetter,
  updateChildrenLetter,
} from "../queries/children-letters.ts";

export const childrenLetterHandlers = implement(childrenLetterEndpoints, {
  listChildrenLetters: ({ services, caller }) => services.database.as(caller, listChildrenLetters),
  createChildrenLetter: ({ services, caller, body, once }) =>
    services.database.as(caller, (sql) => once(sql, () => insertChildrenLetter(sql, body))),
  updateChildrenLetter: async ({ services, caller, params: { id }, body }) =>
    requireFound(
      await services.database.as(caller, (sql) => updateChildrenLetter(sql, id, body)),
      "letter",
    ),
  deleteChildrenLetter: async ({ services, caller, params: { id } }) => {
    requireFound(
      await services.database.as(caller, (sql) => removeChildrenLetter(sql, id)),
      "letter",
    );
    return { message: "Letter deleted" };
  },
});
