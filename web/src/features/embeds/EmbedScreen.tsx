import { useLocation } from 'react-router';
import { Embed } from './Embed';

/** The same within the app; another website gets a page of its own (web/embed.html). */
export default function EmbedScreen() {
  return <Embed search={useLocation().search} />;
}
