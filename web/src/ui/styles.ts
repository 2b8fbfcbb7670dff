// Order of the style sheets: the library (in its layer), tokens, fonts, ours.
import './mantine.css';
import './tokens.css';
import './fonts.css';
import './base.css';
