// The order of the sheets: the library first (in its layer), then tokens, letters and ours.
import './mantine.css';
import './tokens.css';
import './fonts.css';
import './base.css';
