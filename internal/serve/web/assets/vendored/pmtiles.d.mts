// The types of the package itself.
import * as pmtiles from 'pmtiles';

export default pmtiles;
