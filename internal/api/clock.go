package api

import (
	"time"
	_ "time/tzdata" // a container need not have the zone that "today" is told by
)

// netherlands is the zone in which a day begins and ends.
var netherlands = mustLoad("Europe/Amsterdam")

// mustLoad loads a zone of the embedded database; a name that is not in it is a
// fault of this program.
func mustLoad(zone string) *time.Location {
	location, err := time.LoadLocation(zone)
	if err != nil {
		panic(err)
	}
	return location
}
