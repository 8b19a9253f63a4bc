import { useChildrenLetters, useMoveChildrenLetter } from "#data/children-letters/resource.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { OrderedRecords } from "../ordered-records.tsx";
import { LetterEditor } from "./letter-editor.tsx";
import { LETTER_FAILURES, getLetterName } from "./letter-texts.ts";
import { LetterEntry } from "./letter-entry.tsx";

const HOME_PAGE_LETTER_COUNT = 4;

/** Edits the quotes from children's letters. The home page shows the first four visible ones. */
export const LettersPanel = () => (
  <>
    <Notice tone="info" title="First name and age, nothing else">
      Leave out last names, schools and addresses, so no one can find the child. Get permission from
      the family or the teacher before you post a letter, and delete it if they ask you to.
    </Notice>
    <OrderedRecords
      title="Letters"
      panelName="letters"
      noun="letter"
      query={useChildrenLetters()}
      move={useMoveChildrenLetter()}
      failure={LETTER_FAILURES.update}
      nameOf={getLetterName}
      Editor={LetterEditor}
      renderEntry={(letter, actions, letters) => {
        const homePageLetters = letters
          .filter(({ isActive }) => isActive)
          .slice(0, HOME_PAGE_LETTER_COUNT);
        return (
          <LetterEntry
            letter={letter}
            isOnHomePage={homePageLetters.includes(letter)}
            {...actions}
          />
        );
      }}
    />
  </>
);
