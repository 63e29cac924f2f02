// Problems as the API tells them (docs/api/problems.md), for clients made by the Kotlin generator with jvm-retrofit2.
package rummy

import retrofit2.HttpException
import retrofit2.Response
import rummy.infrastructure.Serializer
import rummy.models.Problem

/** The body of an answer as a problem; null where it is a good answer, or none of the API. */
fun Response<*>.problem(): Problem? = problemOf(errorBody()?.string())

/** The same of what a suspended function throws that returns no Response. */
fun HttpException.problem(): Problem? = response()?.problem()

fun problemOf(body: String?): Problem? =
    runCatching { Serializer.kotlinxSerializationJson.decodeFromString(Problem.serializer(), body ?: "") }.getOrNull()
