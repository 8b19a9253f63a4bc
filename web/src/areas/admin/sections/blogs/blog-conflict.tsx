import { useEffect, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { useNewestBlogPost } from "../../../../data/blog-posts/editing.ts";
import { ShortMoment } from "../../../../lib/dates.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Loading, Skeleton } from "../../../../ui/states.tsx";
import { QueryStates } from "../../query-states.tsx";
import { PostDifferences } from "./post-differences.tsx";
import { differingFields, writtenOf, type WrittenField } from "./written-fields.ts";

export interface BlogConflictProps {
  readonly id: string;
  /** What the server says was changed meanwhile. */
  readonly changed: readonly string[];
  readonly onSettled: (told: string, before: Readonly<Record<string, unknown>>) => void;
}

/** Somebody else saved the post while it was being edited here: what is different, and whose words stay. */
export const BlogConflict = ({ id, changed, onSettled }: BlogConflictProps) => {
  const { getValues, setValue, reset, formState } = useFormContext();
  const theirs = useNewestBlogPost(id);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);

  const settle = (isMine: boolean) => {
    const post = theirs.data;
    if (!post) return;
    const mine = getValues();
    const { dirtyFields } = formState;
    const newest = { ...mine, ...writtenOf(post), version: post.version };
    reset(newest, { keepErrors: true });
    const kept = Object.keys(dirtyFields).filter(
      (name) => name !== "version" && (isMine || !changed.includes(name)),
    );
    for (const name of kept) setValue(name, mine[name], { shouldDirty: true });
    onSettled(
      isMine
        ? "Your words stay where you changed something, the others are taken over. Save again to keep them."
        : "What was saved meanwhile stands in the form now.",
      { ...mine, version: post.version },
    );
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      role="alert"
      aria-label="Saved by somebody else"
      className="border-warning bg-warning/10 grid gap-4 rounded-xl border p-4 outline-none sm:col-span-2"
    >
      {!theirs.isFetchedAfterMount && (
        <Loading label="Loading what was saved">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {theirs.isFetchedAfterMount && (
        <QueryStates query={theirs} what="what was saved">
          {(post) => {
            const mine = getValues();
            const fields = differingFields(post, mine).filter((name) => changed.includes(name));
            return (
              <>
                <div>
                  <p className="font-semibold">
                    {post.savedBy} saved this post at <ShortMoment moment={post.updatedAt} />.
                  </p>
                  <p className="text-sm">
                    Yours was not saved, and nothing is lost.{" "}
                    {changed.includes("isPublished") &&
                      `It is ${post.isPublished ? "published" : "a draft"} there now. `}
                    {fields.length > 0 &&
                      "Struck out is what stands there, underlined what you have here."}
                  </p>
                </div>
                <PostDifferences
                  fields={fields satisfies WrittenField[]}
                  before={post}
                  after={mine}
                />
                <div className="flex flex-wrap gap-3">
                  <Button size="sm" onClick={() => settle(true)}>
                    Keep mine
                  </Button>
                  <Button look="outline" size="sm" onClick={() => settle(false)}>
                    Take theirs
                  </Button>
                </div>
              </>
            );
          }}
        </QueryStates>
      )}
    </section>
  );
};
