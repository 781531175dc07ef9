package vintage

// LaySitesOf is LaySites with the steps of at most so many sales by row.
func (v *Vintage) LaySitesOf(mostRows int) { v.laySites(mostRows) }
