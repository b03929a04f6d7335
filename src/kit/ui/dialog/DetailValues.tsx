/** A web address in a DetailsDialog; the server stores only http and https. */
export function WebLink({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  );
}
