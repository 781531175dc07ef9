package vintage

// Fill reads what Encode wrote, as it is.
func (v *Vintage) Fill(content []byte) error { return v.fill(content) }

// LaySitesOf is LaySites with the steps of at most so many sales by row.
func (v *Vintage) LaySitesOf(mostRows int) { v.laySites(mostRows) }

// HoldsImage reports whether the vintage lies in an image, and holds it.
func (v *Vintage) HoldsImage() bool { return v.keeps != nil }
