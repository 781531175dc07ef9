package bag

// groundPlans are the outlines of a table of buildings in one slice: a country would else need ten million.
// An outline starts with a point that holds its number of rings, a ring with one that holds its number of
// points.
type groundPlans []point

// planRef is the start of an outline in groundPlans; 0 is none.
type planRef uint32

// add appends an outline; one without rings gets 0.
func (g *groundPlans) add(o outline) planRef {
	if len(o) == 0 {
		return 0
	}
	*g = append(*g, point{x: int32(len(o))})
	ref := planRef(len(*g))
	for _, r := range o {
		*g = append(append(*g, point{x: int32(len(r))}), r...)
	}
	return ref
}

// outline returns an outline; it appends its rings to into.
func (g groundPlans) outline(ref planRef, into outline) outline {
	if ref == 0 {
		return into
	}
	rings := int(g[ref-1].x)
	for i := int(ref); rings > 0; rings-- {
		end := i + 1 + int(g[i].x)
		into = append(into, ring(g[i+1:end:end]))
		i = end
	}
	return into
}
