package sales

// Why a sale is no evidence of value. Package flatfile has further reasons, and so may a mapping's rules.
const (
	ReasonPackageDeal   = "package_deal"      // several homes or other goods were sold for one sum
	ReasonFamilySale    = "family_sale"       // sold within the family
	ReasonRentedOut     = "rented_out"        // sold with a tenant
	ReasonAuction       = "auction"           // sold by auction
	ReasonOtherMutation = "other_mutation"    // the land registry's code is of no sale of a home
	ReasonNotAHome      = "not_a_home"        // the land registry's code is of no home
	ReasonEncumbered    = "encumbered"        // others have a right to the home
	ReasonOtherRight    = "other_right"       // neither ownership nor leasehold was sold
	ReasonPartialShare  = "partial_share"     // a part of the home was sold
	ReasonAbroad        = "bad_lat"           // the position lies outside the Netherlands, among homes inside
	ReasonDuplicateID   = "duplicate_sale_id" // another sale with the id was known before
	ReasonPriceTooLow   = "price_too_low"     // below screening.min_price
	ReasonPriceOffArea  = "price_off_area"    // more than screening.area_factor times above or below the area's median per m2
	ReasonDealTotal     = "deal_total"        // the price of several homes sold together on that day: see screening.deal_homes
	ReasonDeal          = "deal"              // another sale of its deal, homes sold together at a price each, counts; only studies leave it out
	ReasonResale        = "resale"            // within screening.resale_months of a sale of the home known earlier
)
