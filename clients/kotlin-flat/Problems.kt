// Problems as the API tells them (docs/api/problems.md), for clients made by the Kotlin generator as it comes.
package rummy

import rummy.infrastructure.ClientError
import rummy.infrastructure.ClientException
import rummy.infrastructure.Serializer
import rummy.infrastructure.ServerError
import rummy.infrastructure.ServerException
import rummy.models.Problem

/** What an operation has thrown as a problem; null where it is none of the API. The message leaves the body out. */
fun problemOf(thrown: Throwable): Problem? {
    val body = when (thrown) {
        is ClientException -> (thrown.response as? ClientError<*>)?.body
        is ServerException -> (thrown.response as? ServerError<*>)?.body
        else -> null
    }
    return runCatching { Serializer.moshi.adapter(Problem::class.java).fromJson(body as String) }.getOrNull()
}
