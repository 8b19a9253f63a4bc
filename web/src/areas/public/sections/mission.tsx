import { Picture } from "../../../ui/picture.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { QuiltBlocks } from "../art/quilt-blocks.tsx";
import { HomeContent, type HomeQuery } from "./home-content.tsx";
import { SectionHeading } from "./section-heading.tsx";

const StarBullet = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="mt-1 size-5 shrink-0">
    <path d="M12 1 15 9 23 12 15 15 12 23 9 15 1 12 9 9Z" className="fill-accent" />
    <path d="M12 8 16 12 12 16 8 12Z" className="fill-secondary" />
  </svg>
);

export const Mission = ({ home }: { readonly home: HomeQuery }) => (
  <section id="about" aria-label="Our mission" className="band">
    <div className="shell">
      <HomeContent
        home={home}
        what="Our mission"
        skeleton={
          <>
            <Skeleton className="h-10 w-2/3" />
            <Skeleton className="mt-6 h-44 w-full" />
          </>
        }
      >
        {({ about }) => (
          <div className="grid items-start gap-10 lg:grid-cols-[1fr_1fr] lg:gap-16">
            <div>
              <SectionHeading eyebrow="Our mission" title={about.header ?? "Why we pack boxes"}>
                {about.content}
              </SectionHeading>
              <div className="rounded-box bg-neutral overflow-hidden">
                {about.imageUrl ? (
                  <Picture
                    src={about.imageUrl}
                    alt={about.imageAlt}
                    className="aspect-2/1 w-full object-cover"
                  />
                ) : (
                  <QuiltBlocks columns={8} rows={4} className="block aspect-2/1 w-full" />
                )}
              </div>
            </div>
            <ul className="divide-base-300 divide-y lg:pt-8">
              {about.items.map((item) => (
                <li key={item.id} className="flex gap-4 py-5 first:pt-0">
                  <StarBullet />
                  <div>
                    <h3 className="text-title font-semibold">{item.title}</h3>
                    <p className="quiet mt-1 whitespace-pre-line">{item.description}</p>
                  </div>
                </li>
              ))}
            </ul>
          </div>
        )}
      </HomeContent>
    </div>
  </section>
);
