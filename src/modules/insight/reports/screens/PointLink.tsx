import { useNavigate } from '@tanstack/react-router';

/** To the record or filtered list behind a row. */
export function PointLink({ link, name }: { link: string; name: string }) {
  const navigate = useNavigate();
  return (
    <a
      href={link}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void navigate({ href: link });
      }}
    >
      {name}
    </a>
  );
}
