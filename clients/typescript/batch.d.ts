// Written by generate.mjs from the service's description.

export interface paths {
    "/batch/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The values of many homes
         * @description Each row is answered as /v1/homevalue would, in the order of the rows.
         */
        post: operations["postBatchValues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/page/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The totals of homes that secure loans
         * @description What gevel portfolio --json writes of a file, in the envelope of /v1: loans to value, the cap of article 229(1)(e) CRR, and the distribution of the book, whose homes err together. At most 20000 rows, each a request to the key's quota and rate. Values of homes are answered with rows=csv alone.
         */
        post: operations["postPortfolio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        BatchAnswer: {
            accuracy?: number;
            bagId?: string;
            buildType?: components["schemas"]["HouseType"];
            buildYear?: number;
            confidenceClass?: number;
            edition?: string;
            energyLabel?: components["schemas"]["EnergyLabel"];
            errors?: components["schemas"]["ErrorDetail"][];
            forecastStandardDeviation?: number;
            houseLetter?: string;
            houseNumber?: number;
            houseNumberExt?: string;
            /** @description the caller's, given back as it is */
            id?: string;
            /** @description the row's line in the body; in an array, its place */
            line: number;
            madeBy?: string;
            /** @description for people, and may change: also of a text in place of a number, without which the row is valued */
            message?: string;
            modelVersion?: string;
            monument?: boolean;
            numberOfRooms?: number;
            parcelSurface?: number;
            postalCode?: string;
            /** @description whole euros */
            predictedValue?: number;
            /** @description why there is no value; stable */
            reason?: string;
            /** @description formed, out_of_use or rebuilding, only of a home that is not in use */
            status?: string;
            useSurface?: number;
            /** Format: date */
            valuationDate?: string;
            /** Format: date */
            valueDate?: string;
            /** @description whole euros */
            valueHigh?: number;
            /** @description whole euros */
            valueLow?: number;
            volume?: number;
            /** @description whole euros */
            weightedValue?: number;
        };
        BatchEnd: {
            /** @description for people, and may change: also of a text in place of a number, without which the row is valued */
            message: string;
            /** @description why there is no value; stable */
            reason: string;
            /** @description rows that were answered before */
            rows: number;
        };
        BatchFullAnswer: {
            data: components["schemas"]["HomevalueResponse"];
            error: {
                [key: string]: string;
            };
            /** @description id of the request */
            id: string | null;
            /** @description the row's line in the body; in an array, its place */
            line: number;
            /** @description bagId: the home that was valued, by its id in the BAG register. salesUntil: the last day before the valuation date on which a sale became known. edition and modelVersion: what the value was made with. valueLow, valueHigh: the central 80 % interval, whole euros. forecastStandardDeviation: the half width of the central 68.3 % interval, a fraction of the value. eaaLevel: its level on the scale of the European AVM Alliance, 0 to 7 (surest), by gevel's own translation. status: only of a home that the register did not have in use on the valuation date: formed (planned, being built or split off), out_of_use or rebuilding. references: above or below, only where the prices of all three references, adjusted to the home, lie on that side of the value; not in answers without references. */
            meta: {
                [key: string]: string;
            } | null;
            params: components["schemas"]["HomeValueInput"];
            status: components["schemas"]["SuccessStatus"];
        } | {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            /** @description the row's line in the body; in an array, its place */
            line: number;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                buildType: components["schemas"]["HouseType"] | (null);
                buildYear: number | null;
                energyLabel: components["schemas"]["EnergyLabel"] | (null);
                houseLetter: string | null;
                houseNumber: number | null;
                houseNumberExt: string | null;
                monument: boolean | null;
                numberOfRooms: number | null;
                parcelSurface: number | null;
                postalCode: string | null;
                useSurface: number | null;
                /** Format: date */
                valuationDate: string | null;
                volume: number | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        BatchRow: {
            /** @description BAG id of the home or of its address, instead of an address */
            bagId?: string | null;
            buildType?: components["schemas"]["HouseType"] | (null);
            buildYear?: number | null;
            energyLabel?: components["schemas"]["EnergyLabel"] | (null);
            houseLetter?: string | null;
            houseNumber?: number | null;
            houseNumberExt?: string | null;
            /** @description the caller's, given back as it is */
            id?: string;
            monument?: boolean | null;
            numberOfRooms?: number | null;
            parcelSurface?: number | null;
            postalCode?: string | null;
            useSurface?: number | null;
            /** Format: date */
            valuationDate?: string | null;
            volume?: number | null;
        };
        /**
         * @description Energy label, best first.
         * @enum {string}
         */
        EnergyLabel: "A+++++" | "A++++" | "A+++" | "A++" | "A+" | "A" | "B" | "C" | "D" | "E" | "F" | "G";
        ErrorDetail: {
            /** @description for people; may change */
            message: string;
            /** @description stable: the name of the parameter at fault, or what is the matter */
            reason: string;
        };
        ErrorObject: {
            /** @description the HTTP status */
            code: number;
            errors: components["schemas"]["ErrorDetail"][];
            /** @description for people; may change */
            message: string;
        };
        Failure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: Record<string, never>;
            status: components["schemas"]["FailureStatus"];
        };
        /** @enum {string} */
        FailureStatus: "failure";
        Forbidden: {
            message: string;
        };
        HomeValueInput: {
            buildType: components["schemas"]["HouseType"] | (null);
            buildYear: number | null;
            energyLabel: components["schemas"]["EnergyLabel"] | (null);
            houseLetter: string | null;
            houseNumber: number;
            houseNumberExt: string | null;
            monument: boolean;
            numberOfRooms: number | null;
            parcelSurface: number | null;
            postalCode: string;
            useSurface: number | null;
            /** Format: date */
            valuationDate: string;
            volume: number | null;
        };
        HomeValueInputFailure: {
            error: components["schemas"]["ErrorObject"];
            /** @description id of the request */
            id: string | null;
            meta: {
                [key: string]: string;
            } | null;
            params: {
                buildType: components["schemas"]["HouseType"] | (null);
                buildYear: number | null;
                energyLabel: components["schemas"]["EnergyLabel"] | (null);
                houseLetter: string | null;
                houseNumber: number | null;
                houseNumberExt: string | null;
                monument: boolean | null;
                numberOfRooms: number | null;
                parcelSurface: number | null;
                postalCode: string | null;
                useSurface: number | null;
                /** Format: date */
                valuationDate: string | null;
                volume: number | null;
            };
            status: components["schemas"]["FailureStatus"];
        };
        HomevalueResponse: {
            /** @description 100 times the calibrated probability that a sale price lies within 10 % of weightedValue, one decimal */
            accuracy: number | null;
            /** @description identification number of the dwelling in the BAG register, 16 digits */
            bagId: string;
            /** @description as registered */
            buildType: components["schemas"]["HouseType"] | (null);
            /** @description as registered */
            buildYear: number | null;
            city: string;
            /** @description 5 is the highest confidence, 0 the lowest */
            confidenceClass: number | null;
            country: string;
            /** @description as valued */
            energyLabel: components["schemas"]["EnergyLabel"] | (null);
            /**
             * Format: date
             * @description date of that sale
             */
            histTransactionDate: string | null;
            /** @description price of the home's last sale known before the valuation date */
            histTransactionPrice: number | null;
            houseNumber: number;
            /** @description house letter and extension, with a hyphen between when there are both */
            houseNumberExt: string | null;
            /** @description histTransactionPrice, indexed to the valuation date */
            indexedPrice: number | null;
            /** @description as given by the caller */
            inputBuildType: components["schemas"]["HouseType"] | (null);
            /** @description as given by the caller */
            inputBuildYear: number | null;
            /** @description as given by the caller, m2 */
            inputParcelSurface: number | null;
            /** @description as given by the caller, m2 */
            inputUseSurface: number | null;
            /** @description their median price */
            medStrAllTypes: number | null;
            /** @description their median price */
            medStrSameType: number | null;
            /** @description their median price, null when there are none */
            medZipAllTypes: number | null;
            /** @description their median price */
            medZipSameType: number | null;
            /** @description as valued */
            monument: boolean | null;
            municipality: string;
            /** @description sales on the same street of the same city in the 24 months up to the valuation date */
            numStrAllTypes: number | null;
            /** @description of these, sales of the same house type */
            numStrSameType: number | null;
            /** @description sales in the postal-code area (four digits) in the 24 months up to the valuation date */
            numZipAllTypes: number | null;
            /** @description of these, sales of the same house type */
            numZipSameType: number | null;
            /** @description lot area as registered, m2 */
            parcelSurface: number | null;
            /** @description always in the form 1234AB */
            postalCode: string;
            /** @description the hedonic model's own estimate, whole euros */
            predictedValue: number;
            /** @description three comparable sales, best first */
            references: components["schemas"]["ReferenceObjectModel"][];
            /** @description number of rooms, as valued */
            rooms: number | null;
            /** @description province */
            state: string;
            street: string;
            /** @description usable area as registered, m2 */
            useSurface: number | null;
            /**
             * Format: date
             * @description valuation date; only sales known before it count
             */
            valueDate: string;
            /** @description as valued, m3 */
            volume: number | null;
            /** @description the final estimate: hedonic estimate, like homes, comparables and own indexed sale, weighed by their errors on earlier sales, whole euros */
            weightedValue: number;
        };
        /**
         * @description House type.
         * @enum {string}
         */
        HouseType: "Appartement" | "Galerijflat" | "Maisonnette" | "Portiekwoning" | "Portiekflat" | "Corridorflat" | "Bovenwoning" | "Benedenwoning" | "Tussenwoning" | "Geschakelde woning" | "Eindwoning" | "Hoekwoning" | "2-onder-1-kapwoning" | "Geschakelde 2-onder-1-kapwoning" | "Halfvrijstaande woning" | "Vrijstaande woning";
        ReferenceObjectModel: {
            /** @description transaction price, whole euros */
            amount: number;
            bagId: string;
            buildType: components["schemas"]["HouseType"];
            buildYear: number;
            /** @description construction period, such as 1931-1944, <1906 or >2020 */
            buildYearCat: string | null;
            city: string;
            /**
             * Format: date
             * @description transaction date
             */
            date: string;
            /** @description to the valued home, metres, one decimal */
            distance: number;
            /** @description 100 is the same home next door, sold yesterday */
            equality: number | null;
            houseNumber: number;
            houseNumberExt: string | null;
            /** @description amount, indexed to the valuation date */
            indexedPrice: number | null;
            monument: boolean | null;
            /** @description m2 */
            parcelSurface: number | null;
            postalCode: string;
            state: string;
            street: string;
            /** @description m2 */
            useSurface: number;
            /** @description m3 */
            volume: number | null;
        };
        /** @enum {string} */
        SuccessStatus: "success";
    };
    responses: {
        /** @description The key's scope does not cover this endpoint, or its monthly quota is used up. */
        Forbidden: {
            headers: {
                /** @description The id of the answer. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Forbidden"];
            };
        };
        /** @description Another method than GET and HEAD (method_not_allowed). */
        MethodNotAllowed: {
            headers: {
                /** @description The methods to use. */
                Allow?: string;
                /** @description The id of the answer. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description More requests per second than the key may make, or another server holds the last of its quota for a moment (rate_limited). */
        RateLimited: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                /** @description The id of the answer. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description No key, or one that is unknown, expired or revoked (unauthorized). */
        Unauthorized: {
            headers: {
                /** @description The scheme to use. */
                "WWW-Authenticate"?: string;
                /** @description The id of the answer. */
                "X-Request-Id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postBatchValues: {
        parameters: {
            query?: {
                /** @description Cells of CSV: safe in a spreadsheet, in the form of the body; or raw, for programs: as they are, with decimal points. The default is safe. */
                cells?: "safe" | "raw";
                /** @description Decimal sign of numbers in CSV that can be read both ways, such as 1.234. Not given, such a number is a fault of its row, unless a home can be valued with one of its readings alone. */
                decimal?: "." | ",";
                /** @description What a row is answered: value, with its interval and accuracy; or full, the whole answer of /v1/homevalue, as lines of JSON only. The default is value. */
                fields?: "value" | "full";
                /** @description Format of the answer. Not given, it is the one that Accept names, otherwise the format of the body. */
                format?: "ndjson" | "csv";
                /** @description The valuation date of rows without one of their own; the default is today in Europe/Amsterdam. */
                valuationDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One home a row of at most 64 KB: a line, or an element of an array. Content-Encoding gzip is read too. The schema of lines is of one. Fields and columns bear these names, or those in files of gevel value: postcode, use_surface. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRow"][];
                "application/x-ndjson": components["schemas"]["BatchRow"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description The answers, one a row. The schema is of one line. */
            200: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BatchAnswer"] | components["schemas"]["BatchFullAnswer"] | components["schemas"]["BatchEnd"];
                    "text/csv": string;
                };
            };
            /** @description A parameter of the query or a column of the CSV is missing or unknown, or the body is malformed before its first answer. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Another method than POST (method_not_allowed). */
            405: {
                headers: {
                    /** @description The method to use. */
                    Allow?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is longer than the service takes (too_large). */
            413: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type or encoding (unsupported_media_type). */
            415: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many batches are in work, or the service is not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postPortfolio: {
        parameters: {
            query?: {
                /** @description Also answer the rows with their values, as text in this form: what gevel portfolio -o writes. */
                rows?: "csv";
                /** @description Also work totals out after a change of all prices: -0.20 is a fall of 20 %. */
                shock?: string;
                /** @description Compare with the value on this day where a row gives no earlier value. */
                since?: string;
                /** @description The valuation date; the default is today in Europe/Amsterdam. */
                valuationDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A row per home and loan, with columns as of gevel portfolio: the home, loan_amount, and optionally origination_date, origination_value, last_value and last_date. Content-Encoding gzip is read too. */
        requestBody: {
            content: {
                "application/json": Record<string, never>[];
                "text/csv": string;
            };
        };
        responses: {
            /** @description The totals. */
            200: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the totals: homes, exposure, values, now, capped, shock, groups, book, bookShocked and others */
                        data: Record<string, never>;
                        id: string;
                        params: Record<string, never>;
                        status: string;
                    };
                };
            };
            /** @description A parameter of the query or a column of the CSV is missing or unknown, or the body is malformed before its first answer. */
            400: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Another method than POST (method_not_allowed). */
            405: {
                headers: {
                    /** @description The method to use. */
                    Allow?: string;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is longer than the service takes (too_large). */
            413: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body is of another type or encoding (unsupported_media_type). */
            415: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Our fault (internal); the id finds it in the log. */
            500: {
                headers: {
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many batches are in work, or the service is not ready (unavailable). */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    /** @description The id of the answer. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}
