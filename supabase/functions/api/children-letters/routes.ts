import { childrenLetterEndpoints } from "../../_shared/contracts/children-letters.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { writeHandlers } from "../../_shared/http/write-handlers.ts";
import { childrenLetterWrites, listChildrenLetters } from "./queries.ts";

const { create, update, remove } = writeHandlers(childrenLetterWrites, "letter");

export default implement(childrenLetterEndpoints, {
  listChildrenLetters: ({ asCaller }) => asCaller(listChildrenLetters),
  createChildrenLetter: create,
  updateChildrenLetter: update,
  deleteChildrenLetter: remove,
});
