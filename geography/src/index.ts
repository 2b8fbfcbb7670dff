export { type CountryBounds, countryBounds } from './country-bounds.ts';
export { type Cell, type Direction, cellInWords, type NamedPlaceWords, placeInWords, type PlaceWords, withNames } from './words.ts';
export { formatPlace, nameIn } from './format.ts';
export { type Gazetteer, readGazetteer } from './gazetteer.ts';
