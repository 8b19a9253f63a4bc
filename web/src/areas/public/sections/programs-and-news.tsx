import { ShortDate } from "../../../lib/dates.tsx";
import ArrowRight from "lucide-react/icons/arrow-right";
import Newspaper from "lucide-react/icons/newspaper";
import { useState } from "react";
import { excerpt, readMinutes } from "#rules/excerpts.ts";
import type { HomeData } from "../../../data/home/queries.ts";
import { number } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../../ui/states.tsx";
import { BlogPostPicture } from "../news/blog-post-picture.tsx";
import { AllBlogPostsDialog, BlogPostDialog } from "../dialogs/dialogs.ts";
import { HomeContent, type HomeQuery } from "./home-content.tsx";
import { SectionHeading } from "./section-heading.tsx";

type BlogPost = HomeData["blogPosts"][number];

const EXCERPT_LENGTH = 100;

const Programs = ({ counts }: { readonly counts: HomeData["programCounts"] }) => (
  <ul className="mb-14 grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-x-8 gap-y-6">
    {counts.map(({ program, packages, families }) => (
      <li key={program} className="border-accent border-t-2 pt-4">
        <h3 className="text-title font-semibold">{program}</h3>
        <p className="quiet mt-1">
          <strong className="text-base-content">{number(packages)}</strong> delivered to{" "}
          {number(families)} {families === 1 ? "family" : "families"}
        </p>
      </li>
    ))}
  </ul>
);

interface BlogPostCardProps {
  readonly post: BlogPost;
  readonly onRead: () => void;
}

const BlogPostCard = ({ post, onRead }: BlogPostCardProps) => (
  <article className="card-box hover:shadow-card relative flex flex-col overflow-hidden transition-shadow">
    <BlogPostPicture post={post} />
    <div className="flex flex-1 flex-col p-5 sm:p-6">
      <p className="quiet text-sm">
        <ShortDate moment={post.publishedAt} /> · {readMinutes(post.content)} min read
      </p>
      <h3 className="text-title mt-2 font-semibold">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onRead}
          onPointerEnter={BlogPostDialog.preload}
          className="cursor-pointer text-left after:absolute after:inset-0"
        >
          {post.title}
        </button>
      </h3>
      <p className="quiet mt-2 flex-1">{excerpt(post.content, EXCERPT_LENGTH)}</p>
      <p className="text-secondary mt-4 flex items-center gap-1.5 font-semibold" aria-hidden="true">
        Read the story <ArrowRight size={16} />
      </p>
    </div>
  </article>
);

const News = ({ posts }: { readonly posts: readonly BlogPost[] }) => {
  const [read, setRead] = useState<{ readonly post: BlogPost; readonly isOpen: boolean } | null>(
    null,
  );
  const [isListOpen, setListOpen] = useState(false);
  if (posts.length === 0) {
    return (
      <EmptyState icon={<Newspaper aria-hidden="true" size={32} />} title="No news yet">
        Stories from our packing days will appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {posts.map((post) => (
          <BlogPostCard key={post.id} post={post} onRead={() => setRead({ post, isOpen: true })} />
        ))}
      </div>
      <LinkButton
        to={paths.news()}
        look="outline"
        className="mt-6"
        aria-haspopup="dialog"
        onPointerEnter={AllBlogPostsDialog.preload}
        onClick={(event) => {
          event.preventDefault();
          setListOpen(true);
        }}
      >
        All news
      </LinkButton>
      <AllBlogPostsDialog open={isListOpen} onClose={() => setListOpen(false)} />
      {read && (
        <BlogPostDialog
          open={read.isOpen}
          post={read.post}
          onClose={() => setRead({ ...read, isOpen: false })}
        />
      )}
    </>
  );
};

export const ProgramsAndNews = ({ home }: { readonly home: HomeQuery }) => (
  <section id="programs" aria-label="Programs and news" className="band bg-base-100">
    <div className="shell">
      <SectionHeading eyebrow="Programs" title="What your gifts become" />
      <HomeContent
        home={home}
        what="Programs and news"
        skeleton={
          <div className="grid gap-6 md:grid-cols-3">
            <Skeleton className="h-80" />
            <Skeleton className="h-80 max-md:hidden" />
            <Skeleton className="h-80 max-md:hidden" />
          </div>
        }
      >
        {({ programCounts, blogPosts }) => (
          <>
            {programCounts.length > 0 && <Programs counts={programCounts} />}
            <h3 className="font-display mb-5 text-2xl font-semibold">Latest news</h3>
            <News posts={blogPosts} />
          </>
        )}
      </HomeContent>
    </div>
  </section>
);
