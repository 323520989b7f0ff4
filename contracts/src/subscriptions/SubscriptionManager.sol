// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IFiatToken} from "../interfaces/IFiatToken.sol";
import {FeeTreasury} from "../payments/FeeTreasury.sol";
import {IMerchantRegistry} from "../payments/interfaces/IMerchantRegistry.sol";
import {ISubscribedProcessor} from "./interfaces/ISubscribedProcessor.sol";
import {ISubscriptionManager} from "./interfaces/ISubscriptionManager.sol";
import {GroupCharges} from "./GroupCharges.sol";
import {Agreement, Progress} from "./SubscriptionSlots.sol";

/// @title Subscription manager
/// @notice Enrols payers and charges them at the intervals that they signed. Cannot be upgraded.
contract SubscriptionManager is GroupCharges {
    using SafeERC20 for IERC20;

    /// @inheritdoc ISubscriptionManager
    mapping(address account => bool) public isKeeper;

    uint256 private constant MAX_DEADLINE_AHEAD = 1 days;
    /// @dev Of a payer and a token: one above the last permit's nonce that enrolled.
    mapping(address payer => mapping(address token => uint256)) private _enrolledNonces;

    /// @param processor Deployed processor
    constructor(ISubscribedProcessor processor) GroupCharges(processor) {}

    /// @inheritdoc ISubscriptionManager
    function subscribe(SubscriptionTerms calldata terms, Sig calldata permitSig, Sig calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        id = _openIntent(terms);
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
        _enrolByPermit(id, terms);
    }

    /// @inheritdoc ISubscriptionManager
    function subscribeSigned(SubscriptionTerms calldata terms, bytes calldata permitSig, bytes calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        _requireShort(permitSig);
        _requireShort(intentSig);
        id = _openIntent(terms);
        if (!_signed(terms.payer, id, intentSig)) revert InvalidIntent();
        try IFiatToken(terms.token)
            .permit(terms.payer, address(this), terms.permitValue, terms.permitDeadline, permitSig) {}
            catch {}
        _enrolByPermit(id, terms);
    }

    /// @inheritdoc ISubscriptionManager
    function subscribeDirect(SubscriptionTerms calldata terms) external nonReentrant returns (bytes32 id) {
        _requireSupported(terms.token);
        if (terms.payer != msg.sender) revert InvalidIntent();
        if (terms.endAt == 0 || terms.permitDeadline != 0) revert InvalidTerms();
        id = subscriptionId(terms);
        _enrol(id, terms, true);
    }

    /// @inheritdoc ISubscriptionManager
    function charge(Charge calldata item) external nonReentrant {
        (Agreement memory agreement, Progress progress) = _readActive(item.id);
        if (!isKeeper[msg.sender]) _requireMerchant(agreement.merchantId());
        _chargeAlone(agreement, progress, item);
    }

    /// @inheritdoc ISubscriptionManager
    function chargeBatch(ChargeGroup[] calldata groups) external nonReentrant returns (uint256[] memory okBitmaps) {
        if (!isKeeper[msg.sender]) revert NotAuthorized(msg.sender);
        uint256 items;
        for (uint256 g = 0; g < groups.length; ++g) {
            items += groups[g].items.length;
        }
        if (items > MAX_BATCH_ITEMS) revert BatchTooLarge(items);

        okBitmaps = new uint256[](groups.length);
        for (uint256 g = 0; g < groups.length; ++g) {
            okBitmaps[g] = _tryChargeGroup(g, groups[g]);
        }
    }

    /// @inheritdoc ISubscriptionManager
    function cancel(bytes32 id) external nonReentrant {
        (Agreement memory agreement, Progress progress) = _readActive(id);
        bool isAllowed = msg.sender == agreement.payer() || msg.sender == registry.operator()
            || msg.sender == registry.ownerOf(agreement.merchantId());
        if (!isAllowed) revert NotAuthorized(msg.sender);
        _stored[id].progress = progress.cancel();
        emit SubscriptionCancelled(id, agreement.merchantId(), msg.sender);
    }

    /// @inheritdoc ISubscriptionManager
    function cancelBySig(bytes32 id, uint256 deadline, bytes calldata signature) external nonReentrant {
        _requireShort(signature);
        (Agreement memory agreement, Progress progress) = _readActive(id);
        address payer = agreement.payer();
        if (block.timestamp > deadline) revert IntentExpired(deadline);
        if (!_signed(payer, _cancelDigest(id, deadline), signature)) revert InvalidIntent();
        _stored[id].progress = progress.cancel();
        emit SubscriptionCancelled(id, agreement.merchantId(), payer);
    }

    /// @inheritdoc ISubscriptionManager
    function setKeeper(address keeper, bool allowed) external {
        if (msg.sender != registry.operator()) revert NotAuthorized(msg.sender);
        isKeeper[keeper] = allowed;
        emit KeeperSet(keeper, allowed);
    }

    /// @dev Checks what is in the terms alone; the signature is checked by whoever calls this.
    function _openIntent(SubscriptionTerms calldata terms) private view returns (bytes32 id) {
        _requireSupported(terms.token);
        uint256 deadline = terms.permitDeadline;
        if (block.timestamp > deadline || deadline > block.timestamp + MAX_DEADLINE_AHEAD) {
            revert IntentExpired(deadline);
        }
        return subscriptionId(terms);
    }

    /// @dev After the permit was tried. Somebody else may have used it first, which is as good; a permit that came
    /// after it has replaced the allowance, and then this intent is not enrolled on that one's.
    function _enrolByPermit(bytes32 id, SubscriptionTerms calldata terms) private {
        uint256 nonce = IFiatToken(terms.token).nonces(terms.payer);
        if (nonce == 0 || nonce - 1 != terms.permitNonce) revert PermitNotCurrent(nonce);
        mapping(address => uint256) storage enrolled = _enrolledNonces[terms.payer];
        if (enrolled[terms.token] == nonce) revert AlreadyEnrolled(id);
        enrolled[terms.token] = nonce;
        _enrol(id, terms, false);
    }

    /// @param isDirect Whether the payer sent the terms, instead of signing them
    function _enrol(bytes32 id, SubscriptionTerms calldata terms, bool isDirect) private {
        (uint256 cap, uint256 startAt) = _store(id, terms);
        uint256 allowance = IERC20(terms.token).allowance(terms.payer, address(this));
        if (allowance < cap) revert AllowanceTooLow(allowance, cap);
        emit SubscriptionCreated(id, terms.merchantId, terms.payer, terms, startAt, cap, isDirect);
        if (startAt > block.timestamp) {
            _requirePayable(terms.merchantId);
            return;
        }
        (Agreement memory agreement, Progress progress) = _read(id);
        _chargeAlone(agreement, progress, Charge({id: id, period: 0, number: 0, amount: terms.amount}));
    }

    /// @dev Reverts unless the caller is the merchant's owner or payout.
    function _requireMerchant(uint256 merchantId) private view {
        IMerchantRegistry.Merchant memory merchant = registry.get(merchantId);
        if (msg.sender != merchant.owner && msg.sender != merchant.payout) revert NotAuthorized(msg.sender);
    }
}
