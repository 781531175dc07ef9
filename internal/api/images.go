package api

import "github.com/gevel/gevel"

type houseImages struct {
	Address    imagesAddress `json:"address" doc:"as registered"`
	ImagesDate gevel.Date    `json:"imagesDate" doc:"the day the newest photo was taken; without photos the day of the request"`
	Images     []imageURL    `json:"images" doc:"newest first; each can be downloaded for 24 hours"`
}

type imagesAddress struct {
	PostalCode     string  `json:"postalCode"`
	HouseNumber    int     `json:"houseNumber"`
	HouseLetter    *string `json:"houseLetter"`
	HouseNumberExt *string `json:"houseNumberExt"`
}

type frontView struct {
	Items []frontViewItem `json:"items" doc:"one per id that has a front view, in the order asked"`
}

type frontViewItem struct {
	ImageURL  imageURL `json:"imageUrl" doc:"can be downloaded for 24 hours"`
	NumberID  string   `json:"numberId" doc:"BAG number id (nummeraanduiding), 16 digits"`
	Source    string   `json:"source" doc:"who made the picture"`
	Timestamp int64    `json:"timestamp" doc:"when the picture was taken, Unix seconds"`
}

// imageURL is an absolute, signed URL.
type imageURL string

func newImagesAddress(a gevel.Address) imagesAddress {
	return imagesAddress{
		PostalCode:     string(a.PostalCode),
		HouseNumber:    a.HouseNumber,
		HouseLetter:    orNull(a.HouseLetter),
		HouseNumberExt: orNull(a.HouseNumberExt),
	}
}
