// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {RegistryCalls} from "../core/RegistryCalls.sol";
import {Route} from "../core/Routes.sol";
import {IFiatToken} from "../interfaces/IFiatToken.sol";
import {ISubscriptionManager} from "./interfaces/ISubscriptionManager.sol";
import {GroupCharges} from "./GroupCharges.sol";
import {Agreement, Progress} from "./SubscriptionSlots.sol";

/// @title Subscription manager
/// @notice Enrols payers and charges them at the intervals that they signed, for any registry. Has no owner, belongs to no
/// installation and cannot be upgraded.
contract SubscriptionManager is GroupCharges {
    uint256 private constant MAX_DEADLINE_AHEAD = 1 days;
    /// @dev Of a payer and a token: one above the last permit's nonce that enrolled.
    mapping(address payer => mapping(address token => uint256)) private _enrolledNonces;

    /// @inheritdoc ISubscriptionManager
    function subscribe(SubscriptionTerms calldata terms, Sig calldata permitSig, Sig calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        Route memory route;
        (id, route) = _openIntent(terms);
        if (!_signedByKey(terms.payer, id, intentSig)) revert InvalidIntent();
        try IFiatToken(terms.token)
            .permit(
                terms.payer,
                address(this),
                terms.permitValue,
                terms.permitDeadline,
                permitSig.v,
                permitSig.r,
                permitSig.s
            ) {}
            catch {}
        _enrolByPermit(id, route, terms);
    }

    /// @inheritdoc ISubscriptionManager
    function subscribeSigned(SubscriptionTerms calldata terms, bytes calldata permitSig, bytes calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        _requireShort(permitSig);
        _requireShort(intentSig);
        Route memory route;
        (id, route) = _openIntent(terms);
        if (!_signed(terms.payer, id, intentSig)) revert InvalidIntent();
        try IFiatToken(terms.token)
            .permit(terms.payer, address(this), terms.permitValue, terms.permitDeadline, permitSig) {}
            catch {}
        _enrolByPermit(id, route, terms);
    }

    /// @inheritdoc ISubscriptionManager
    function subscribeDirect(SubscriptionTerms calldata terms) external nonReentrant returns (bytes32 id) {
        if (terms.payer != msg.sender) revert InvalidIntent();
        if (terms.endAt == 0 || terms.permitDeadline != 0) revert InvalidTerms();
        id = subscriptionId(terms);
        _enrol(id, _askRoute(terms.registry, terms.merchantId, terms.token), terms, true);
    }

    /// @inheritdoc ISubscriptionManager
    function charge(Charge calldata item) external nonReentrant {
        (Agreement memory agreement, Progress progress) = _readActive(item.id);
        Pair memory parties = pair[agreement.pair()];
        uint256 merchantId = agreement.merchantId();
        if (!RegistryCalls.isKeeper(parties.registry, msg.sender)) _requireMerchant(parties.registry, merchantId);
        _chargeAlone(_askRoute(parties.registry, merchantId, parties.token), agreement, progress, item);
    }

    /// @inheritdoc ISubscriptionManager
    function chargeBatch(address registry, ChargeGroup[] calldata groups)
        external
        nonReentrant
        returns (uint256[] memory okBitmaps)
    {
        if (!RegistryCalls.isKeeper(registry, msg.sender)) revert NotAuthorized(msg.sender);
        uint256 items;
        for (uint256 g = 0; g < groups.length; ++g) {
            items += groups[g].items.length;
        }
        if (items > MAX_BATCH_ITEMS) revert BatchTooLarge(items);

        okBitmaps = new uint256[](groups.length);
        for (uint256 g = 0; g < groups.length; ++g) {
            okBitmaps[g] = _tryChargeGroup(g, registry, groups[g]);
        }
    }

    /// @inheritdoc ISubscriptionManager
    function cancel(bytes32 id) external nonReentrant {
        (Agreement memory agreement, Progress progress) = _readActive(id);
        if (msg.sender != agreement.payer()) _requireCanceller(agreement);
        _cancel(id, agreement, progress, msg.sender);
    }

    /// @inheritdoc ISubscriptionManager
    function cancelBySig(bytes32 id, uint256 deadline, bytes calldata signature) external nonReentrant {
        _requireShort(signature);
        (Agreement memory agreement, Progress progress) = _readActive(id);
        address payer = agreement.payer();
        if (block.timestamp > deadline) revert IntentExpired(deadline);
        if (!_signed(payer, _cancelDigest(id, deadline), signature)) revert InvalidIntent();
        _cancel(id, agreement, progress, payer);
    }

    /// @dev Asks neither registry nor token.
    function _cancel(bytes32 id, Agreement memory agreement, Progress progress, address by) private {
        _stored[id].progress = progress.cancel();
        emit SubscriptionCancelled(pair[agreement.pair()].registry, id, by, agreement.merchantId());
    }

    /// @dev Checks what is in the terms, and that their merchant can be paid; the signature is the caller's to check.
    function _openIntent(SubscriptionTerms calldata terms) private view returns (bytes32 id, Route memory route) {
        uint256 deadline = terms.permitDeadline;
        if (block.timestamp > deadline || deadline > block.timestamp + MAX_DEADLINE_AHEAD) {
            revert IntentExpired(deadline);
        }
        return (subscriptionId(terms), _askRoute(terms.registry, terms.merchantId, terms.token));
    }

    /// @dev After the permit was tried. Somebody else may have used it first, which is as good; a permit that came
    /// after it has replaced the allowance, and then this intent is not enrolled on that one's.
    function _enrolByPermit(bytes32 id, Route memory route, SubscriptionTerms calldata terms) private {
        uint256 nonce = IFiatToken(terms.token).nonces(terms.payer);
        if (nonce == 0 || nonce - 1 != terms.permitNonce) revert PermitNotCurrent(nonce);
        mapping(address => uint256) storage enrolled = _enrolledNonces[terms.payer];
        if (enrolled[terms.token] == nonce) revert AlreadyEnrolled(id);
        enrolled[terms.token] = nonce;
        _enrol(id, route, terms, false);
    }

    /// @param isDirect Whether the payer sent the terms, instead of signing them
    function _enrol(bytes32 id, Route memory route, SubscriptionTerms calldata terms, bool isDirect) private {
        (uint256 cap, uint256 startAt) = _store(id, terms);
        uint256 allowance = IERC20(terms.token).allowance(terms.payer, address(this));
        if (allowance < cap) revert AllowanceTooLow(allowance, cap);
        emit SubscriptionCreated(terms.registry, id, terms.payer, terms, startAt, cap, isDirect);
        if (startAt > block.timestamp) return;
        (Agreement memory agreement, Progress progress) = _read(id);
        _chargeAlone(route, agreement, progress, Charge({id: id, period: 0, number: 0, amount: terms.amount}));
    }

    /// @dev Reverts unless the caller is the merchant's owner or payout.
    function _requireMerchant(address registry, uint256 merchantId) private view {
        (address owner, address payout) = RegistryCalls.accounts(registry, merchantId);
        if (msg.sender != owner && msg.sender != payout) revert NotAuthorized(msg.sender);
    }

    /// @dev Reverts unless the caller is the registry's operator or the merchant's owner.
    function _requireCanceller(Agreement memory agreement) private view {
        address registry = pair[agreement.pair()].registry;
        if (msg.sender == RegistryCalls.operator(registry)) return;
        (address owner,) = RegistryCalls.accounts(registry, agreement.merchantId());
        if (msg.sender != owner) revert NotAuthorized(msg.sender);
    }
}
