import Plus from "lucide-react/icons/plus";
import { useRef } from "react";
import { blogPostEndpoints } from "#contracts/blog-posts.ts";
import { blogPosts } from "../../../../data/blog-posts/resource.ts";
import { useRecords } from "../../../../data/resource.ts";
import { CardList } from "../../../../kit/card-list.tsx";
import { useListAddress } from "../../../../kit/use-list-address.ts";
import { useQueryString } from "../../../../kit/use-query-string.ts";
import { Button } from "../../../../ui/button.tsx";
import { BlogCard } from "./blog-card.tsx";
import { BlogEditor } from "./blog-editor.tsx";

const PAGE_SIZE = 20;
const NEW = "new";
const { sorts } = blogPostEndpoints.listBlogPosts.list;
const ORDERS = {
  "-createdAt": "Newest first",
  createdAt: "Oldest first",
  "-updatedAt": "Updated last",
  updatedAt: "Updated first",
  title: "Title",
  "-title": "Title, descending",
};
const FILTERS = [
  { name: "isPublished", label: "State", options: { true: "Published", false: "Draft" } },
];

/** News of the organisation; which post is being written stands in the address. */
export const Blogs = () => {
  const list = useListAddress({ sorts, filters: ["isPublished"], pageSize: PAGE_SIZE });
  const query = useRecords(blogPosts, list.query);
  const [params, change] = useQueryString();
  const edited = params.get("edit");
  const record = query.data?.rows.find(({ id }) => id === edited);
  const cards = useRef<HTMLDivElement>(null);
  const edit = (id: string) => change({ edit: id }, { replace: true });
  const focusList = () => cards.current?.focus();
  const close = () => {
    edit("");
    focusList();
  };
  return (
    <>
      {edited === NEW || record ? (
        <BlogEditor key={edited} record={record ?? null} onDone={close} />
      ) : (
        <Button className="mb-8" onClick={() => edit(NEW)}>
          <Plus aria-hidden="true" size={18} />
          Create New Blog Post
        </Button>
      )}
      <h2 className="font-display text-title mb-4 font-semibold">All Blog Posts</h2>
      <CardList
        ref={cards}
        caption="blog posts"
        orders={ORDERS}
        filters={FILTERS}
        list={list}
        query={query}
        loading="Loading blog posts..."
        empty="No blog posts found"
        height="h-96"
        renderCard={(post) => (
          <BlogCard post={post} onEdit={() => edit(post.id)} onDone={focusList} />
        )}
      />
    </>
  );
};
